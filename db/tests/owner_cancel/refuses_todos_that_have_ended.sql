-- behaviour [11]: done, failed (parked too), canceled and rejected are SB409, and nothing changes.
begin;
select plan(10);

select tests.endpoint() as e \gset
select tests.human() as h \gset
create temp table cases as
select
    s as state,
    id,
    tests.snapshot(id) as was
from unnest(array['done', 'failed', 'dead_letter', 'canceled', 'rejected']) as s cross join lateral tests.todo_in(:'e', s) as id;
grant select on cases to public;

set session authorization tests_server;
select throws_ok(format('select from switchboard.owner_cancel(%L, %L)', :'h', id), 'SB409', null, 'from ' || state)
from cases order by state;
reset session authorization;

select is(tests.snapshot(id), was, state || ': nothing changed') from cases order by state;

select * from finish();
rollback;
