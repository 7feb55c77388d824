-- behaviour 2.8: only the holder interrupts; a lease taken on the Board belongs to the human, not to the endpoint.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
select from switchboard.owner_claim(tests.human(), :'id');
select tests.snapshot(:'id') as was \gset

set session authorization tests_agent;
select throws_ok(
    format($$select from switchboard.interrupt(%L, %L, 'auth-required')$$, :'e', :'id'), 'SB409', null, 'not the holder'
);
reset session authorization;

select is(tests.snapshot(:'id'), :'was'::jsonb, 'nothing changed');

select * from finish();
rollback;
