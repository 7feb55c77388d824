-- behaviour [72]: windows not yet open, dead letters, and every other state are not touched.
begin;
select plan(11);

select tests.endpoint() as e \gset
create temp table cases as
select
    s as state,
    id,
    tests.snapshot(id) as was
from
    unnest(array[
        'pending', 'claimed', 'lapsed', 'failed', 'dead_letter', 'done', 'canceled', 'rejected', 'input-required', 'auth-required'
    ]) as s
cross join lateral tests.todo_in(:'e', s) as id;
select tests.travel('29 seconds');

set session authorization tests_operator;
select is_empty('select from switchboard.requeue_due_retries()', 'nothing is requeued');
reset session authorization;

select is(tests.snapshot(id), was, state || ': nothing changed') from cases order by state;

select * from finish();
rollback;
