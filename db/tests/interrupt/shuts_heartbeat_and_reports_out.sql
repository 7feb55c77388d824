-- behaviour [15]: an interrupted todo refuses heartbeat, complete, fail and release, and stays as it is.
begin;
select plan(16);

select tests.endpoint() as e \gset
create temp table cases as
select
    c.*,
    tests.snapshot(c.id) as was
from (
    select
        s as state,
        v as verb,
        tests.todo_in(:'e', s) as id
    from unnest(array['input-required', 'auth-required']) as s
    cross join unnest(array['heartbeat', 'complete', 'fail', 'release']) as v
) as c;
grant select on cases to public;

set session authorization tests_agent;
select throws_ok(format($$select from switchboard.%I(%L, %L)$$, verb, :'e', id), 'SB409', null, state || ': ' || verb)
from cases order by state, verb;
reset session authorization;

select is(tests.snapshot(id), was, state || ', ' || verb || ': nothing changed') from cases order by state, verb;

select * from finish();
rollback;
