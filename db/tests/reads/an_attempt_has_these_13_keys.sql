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
create temp table expected as select array[
    'artifact', 'attempt', 'claimant', 'claimed_at', 'claimer_kind', 'died', 'disposition', 'ended_at', 'last_heartbeat_at', 'outcome',
    'seq', 'summary', 'summary_truncated'
] as names;
grant select on expected to public;

set session authorization tests_server;
select is((select array_agg(k order by k collate "C") from jsonb_object_keys(a) as k), x.names, 'get_todo')
from switchboard.get_todo(:'e', :'id') as t cross join jsonb_array_elements(t.attempts) as a cross join expected as x;
select is((select array_agg(k order by k collate "C") from jsonb_object_keys(a) as k), x.names, 'owner_get_todo')
from switchboard.owner_get_todo(:'h', :'id') as t cross join jsonb_array_elements(t.attempts) as a cross join expected as x;
select is((select array_agg(k order by k collate "C") from jsonb_object_keys(to_jsonb(a)) as k), x.names, 'list_attempts')
from switchboard.list_attempts(:'e', :'id') as a cross join expected as x;
select from switchboard.release(:'e', :'id', p_lease_token_hash => sha256('other'));
select is((select array_agg(k order by k collate "C") from jsonb_object_keys(a) as k), x.names, 'prior_attempts')
from switchboard.claim(:'e', :'id') as t cross join jsonb_array_elements(t.prior_attempts) as a cross join expected as x;
reset session authorization;

select * from finish();
rollback;
