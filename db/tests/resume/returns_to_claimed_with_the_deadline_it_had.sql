-- behaviour [14], [16]: resume makes the todo claimed again; deadline, owner, counters and the open attempt are as was.
begin;
select plan(5);

select tests.endpoint() as e \gset
create temp table cases as
select
    s as state,
    id,
    tests.snapshot(id) as was
from unnest(array['input-required', 'auth-required']) as s cross join lateral tests.todo_in(:'e', s) as id;
grant select on cases to public;
select tests.travel('1 minute');

set session authorization tests_agent;
select
    results_eq(
        format($$select state, attempt, attempts_total from switchboard.resume(%L, %L)$$, :'e', id),
        $$values ('claimed', 1, 1::bigint)$$,
        'resume answers the claimed todo, from ' || state
    )
from cases order by state;
reset session authorization;

select
    is(
        tests.snapshot(id) #- '{todo,state}' #- '{todo,updated_at}',
        was #- '{todo,state}' #- '{todo,updated_at}',
        state || ': nothing moved but the state and the time of the change'
    )
from cases order by state;
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
