-- cases C19: a day of retention is 24 hours also where clocks change.
begin;
select plan(2);

select tests.endpoint() as e \gset
select from switchboard.set_setting('retention_max_age_days', '1');
select set_config('timezone', 'Europe/Berlin', true) as tz \gset
-- On the night to 30 March 2025 an hour is missing there.
select tests.freeze('2025-03-29 12:00:00+00') as ended_at \gset
select tests.todo_in(:'e', 'rejected') as id \gset

select tests.freeze('2025-03-30 11:59:59+00') as now \gset
set session authorization tests_operator;
select is(switchboard.prune_todos(), 0::bigint, 'not after 23 hours');
reset session authorization;
select tests.freeze('2025-03-30 12:00:01+00') as now \gset
set session authorization tests_operator;
select is(switchboard.prune_todos(), 1::bigint, 'after 24');
reset session authorization;

select * from finish();
rollback;
