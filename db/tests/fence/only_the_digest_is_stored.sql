-- behaviour [50], [51]: each claim stores the 32 bytes of its own digest; no verb answers it or names a token.
begin;
select plan(6);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset

set session authorization tests_agent;
create temporary table answers (verb text, answer jsonb);
insert into answers select 'claim_next', to_jsonb(a) from switchboard.claim_next(:'e', p_lease_token_hash => sha256('one')) as a;
insert into answers select 'heartbeat', to_jsonb(a) from switchboard.heartbeat(:'e', :'id', null, sha256('one')) as a;
insert into answers select 'release', to_jsonb(a) from switchboard.release(:'e', :'id', null, null, sha256('one')) as a;
insert into answers select 'claim', to_jsonb(a) from switchboard.claim(:'e', :'id', p_lease_token_hash => sha256('two')) as a;
insert into answers select 'fail', to_jsonb(a) from switchboard.fail(:'e', :'id', p_lease_token_hash => sha256('two')) as a;
select doesnt_match(a.answer::text, '(?i)token|hash|' || encode(sha256('one'), 'hex'), a.verb) from answers as a;
reset session authorization;

select is(array_agg(a.lease_token_hash order by a.seq), array[sha256('one'), sha256('two')], 'each attempt has its own')
from tests.attempts(:'id') as a;

select * from finish();
rollback;
