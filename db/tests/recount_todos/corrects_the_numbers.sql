-- the issue: the numbers by state are tallies; after rows were deleted by hand they are counted anew, and totals stay.
begin;
select plan(5);

select tests.endpoint() as e \gset
select tests.todo_in(:'e', s) from unnest(array['pending', 'done', 'done', 'dead_letter']) as s;
select switchboard.relay_events(3);
delete from switchboard.todos where state = 'done';

select results_eq(
    $$select check_name, fix like 'select switchboard.recount_todos()%' from switchboard.doctor() where severity = 'violation'$$,
    $$values ('queue_numbers', true)$$, 'doctor tells'
);
set session authorization tests_operator;
select is(switchboard.recount_todos(), 1::bigint, 'one queue was wrong');
select is(switchboard.recount_todos(), 0::bigint, 'now it is right');
reset session authorization;
select results_eq(
    'select pending, done, failed, dead, completed_total from switchboard.queue_metrics()',
    'values (1::bigint, 0::bigint, 1::bigint, 1::bigint, 2::bigint)', 'and the totals are kept'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
