-- behaviour 3.3: the state filter is exact, for each of the eight states.
begin;
select plan(8);

select tests.endpoint() as e \gset
create temp table cases as
select
    s as state,
    id
from unnest(array['pending', 'claimed', 'done', 'failed', 'canceled', 'rejected', 'input-required', 'auth-required']) as s
cross join lateral tests.todo_in(:'e', s) as id;
grant select on cases to public;

set session authorization tests_agent;
select
    results_eq(
        format('select id, state from switchboard.list_todos(%L, p_state => %L)', :'e', state),
        format('values (%L, %L)', id, state),
        state
    )
from cases order by state;
reset session authorization;

select * from finish();
rollback;
