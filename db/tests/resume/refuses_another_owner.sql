-- behaviour [16]: only the owner that interrupted resumes.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.todo_in(:'e', 'input-required') as id \gset
-- No call hands an interrupted lease to somebody else, so it is planted.
update switchboard.todos set owner = 'agent:' || gen_random_uuid() where id = :'id';
select tests.snapshot(:'id') as was \gset

set session authorization tests_agent;
select throws_ok(format($$select from switchboard.resume(%L, %L)$$, :'e', :'id'), 'SB409', null, 'not the owner');
reset session authorization;

select is(tests.snapshot(:'id'), :'was'::jsonb, 'nothing changed');

select * from finish();
rollback;
