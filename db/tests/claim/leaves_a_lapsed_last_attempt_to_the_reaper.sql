-- behaviour [9]: a lapsed lease on the final attempt is a conflict for claim and nothing for claim_next and claim_batch.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.claimed(:'e', interval '1 microsecond', p_max_attempts => 1) as id \gset
select tests.snapshot(:'id') as was \gset

set session authorization tests_agent;
select throws_ok(format('select switchboard.claim(%L, %L)', :'e', :'id'), 'SB409', null, 'claim is a conflict');
select is_empty(format('select switchboard.claim_next(%L)', :'e'), 'claim_next finds nothing');
select is_empty(format('select switchboard.claim_batch(%L, 10)', :'e'), 'claim_batch finds nothing');
reset session authorization;

select is(tests.snapshot(:'id'), :'was'::jsonb, 'nothing changed');

select * from finish();
rollback;
