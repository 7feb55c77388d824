-- cases S41, behaviour [15]: pending, live leases, parked and due retries, interrupted and finished todos are not touched.
begin;
select plan(10);

select tests.endpoint() as e \gset
create temp table cases as
select
    c.*,
    tests.snapshot(c.id) as was
from (
    select
        s as name,
        tests.todo_in(:'e', s) as id
    from
        unnest(array[
            'pending', 'failed', 'dead_letter', 'done', 'canceled', 'rejected', 'input-required', 'auth-required'
        ]) as s
    union all
    select
        'a live lease' as name,
        tests.claimed(:'e', '24 hours') as id
) as c;
select tests.travel('23 hours');

set session authorization tests_operator;
select is_empty('select from switchboard.reap_expired()', 'nothing is reaped');
reset session authorization;

select is(tests.snapshot(id), was, name || ': nothing changed') from cases order by name;

select * from finish();
rollback;
