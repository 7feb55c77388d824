-- behaviour [93], contract 1.2: 13 keys and no other, nulls present, in get_todo, owner_get_todo, prior_attempts and list_attempts;
-- cases S47: so nothing of the endpoint, the session, the owner, the lease or the token.
begin;
select plan(8);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo(:'e') as id \gset
select from switchboard.claim(:'e', :'id', p_session => 's1', p_lease_token_hash => sha256('right'));
select from switchboard.release(:'e', :'id', p_lease_token_hash => sha256('right'));
select from switchboard.claim(:'e', :'id', p_session => 's2', p_lease_token_hash => sha256('other'));
create temp table expected as
select array[
    'seq', 'attempt', 'claimer_kind', 'claimant', 'claimed_at', 'last_heartbeat_at', 'ended_at', 'outcome', 'disposition', 'died',
    'summary', 'summary_truncated', 'artifact'
] as listed;
grant select on expected to public;

set session authorization tests_server;
select ok(a ?& x.listed and a - x.listed = '{}', 'get_todo')
from switchboard.get_todo(:'e', :'id') as t cross join jsonb_array_elements(t.attempts) as a cross join expected as x;
select ok(a ?& x.listed and a - x.listed = '{}', 'owner_get_todo')
from switchboard.owner_get_todo(:'h', :'id') as t cross join jsonb_array_elements(t.attempts) as a cross join expected as x;
select ok(to_jsonb(a) ?& x.listed and to_jsonb(a) - x.listed = '{}', 'list_attempts')
from switchboard.list_attempts(:'e', :'id') as a cross join expected as x;
select from switchboard.release(:'e', :'id', p_lease_token_hash => sha256('other'));
select ok(a ?& x.listed and a - x.listed = '{}', 'prior_attempts')
from switchboard.claim(:'e', :'id') as t cross join jsonb_array_elements(t.prior_attempts) as a cross join expected as x;
reset session authorization;

select * from finish();
rollback;
