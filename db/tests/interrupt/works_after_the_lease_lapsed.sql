-- design 7: one rule for every call of a holder: a lapse counts only once somebody has reaped or taken over.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.todo_in(:'e', 'lapsed') as id \gset

set session authorization tests_agent;
select is((switchboard.interrupt(:'e', :'id', 'input-required')).state, 'input-required', 'the late holder still interrupts');
reset session authorization;

select is_empty('select from switchboard.reap_expired()', 'and the reaper finds nothing');

select * from finish();
rollback;
