-- behaviour [118], 7.4: pending, claimed, lapsed, interrupted and parked todos stay however old, and whatever the settings say.
begin;
select plan(7);

select tests.endpoint() as e \gset
create temp table cases as
select
    c.*,
    tests.snapshot(c.id) as was
from (
    select
        s as name,
        tests.todo_in(:'e', s) as id
    from unnest(array['pending', 'claimed', 'lapsed', 'failed', 'input-required', 'auth-required']) as s
) as c;
select from switchboard.set_setting('retention_max_age_days', '0');
select from switchboard.set_setting('retention_max_rows', '0');
select tests.travel('1000 days');

set session authorization tests_operator;
select is(switchboard.prune_todos(), 0::bigint, 'nothing goes');
reset session authorization;

select is(tests.snapshot(id), was, name || ': nothing changed') from cases order by name;

select * from finish();
rollback;
