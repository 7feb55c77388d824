-- behaviour [11]: cancel of done, failed (parked too), canceled or rejected is SB409 and changes nothing.
begin;
select plan(10);

select tests.endpoint() as e \gset
create temp table cases as
select
    s as state,
    id,
    tests.snapshot(id) as was
from unnest(array['done', 'failed', 'dead_letter', 'canceled', 'rejected']) as s cross join lateral tests.todo_in(:'e', s) as id;
grant select on cases to public;

set session authorization tests_agent;
select throws_ok(format($$select from switchboard.cancel(%L, %L)$$, :'e', id), 'SB409', null, 'from ' || state)
from cases order by state;
reset session authorization;

select is(tests.snapshot(id), was, state || ': nothing changed') from cases order by state;

select * from finish();
rollback;
