-- the issue: without the relay's row it does not wait for ever; from 0 on the relay passes over no event.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
select switchboard.relay_events();
select tests.todo_in(:'e', 'done') as waiting \gset
delete from switchboard.relay_cursor;

set session authorization tests_operator;
select lives_ok('select switchboard.recount_todos()', 'it ends');
select is(switchboard.relay_events(), 3::bigint, 'and the relay goes on');
reset session authorization;
select results_eq(
    'select pending, done, completed_total from switchboard.queue_metrics()', 'values (1::bigint, 1::bigint, 1::bigint)',
    'the numbers'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
