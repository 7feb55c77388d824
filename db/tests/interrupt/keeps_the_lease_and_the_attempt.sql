-- behaviour [14], 2.8: interrupt sets a held todo aside; owner, deadline, counters and the open attempt stay.
begin;
select plan(5);

select tests.endpoint() as e \gset
create temp table cases as
select
    c.*,
    tests.snapshot(c.id) as was
from (select s as state, tests.claimed(:'e') as id from unnest(array['input-required', 'auth-required']) as s) as c;
grant select on cases to public;

set session authorization tests_agent;
select
    results_eq(
        format($$select state, attempt, attempts_total, dead_letter from switchboard.interrupt(%L, %L, %L)$$, :'e', id, state),
        format($$values (%L, 1, 1::bigint, false)$$, state),
        'interrupt answers the todo as ' || state
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
