-- behaviour 2.10: while a human holds the lease, the endpoint's claim, heartbeat and reports are SB409.
begin;
select plan(7);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
select from switchboard.owner_claim(tests.human(), :'id');
select tests.snapshot(:'id') as was \gset

set session authorization tests_agent;
select throws_ok(format('select from switchboard.%I(%L, %L)', v, :'e', :'id'), 'SB409', null, v)
from unnest(array['claim', 'heartbeat', 'complete', 'fail', 'release']) as v;
select is_empty(format('select from switchboard.claim_next(%L)', :'e'), 'claim_next finds nothing');
reset session authorization;

select is(tests.snapshot(:'id'), :'was'::jsonb, 'nothing changed');

select * from finish();
rollback;
