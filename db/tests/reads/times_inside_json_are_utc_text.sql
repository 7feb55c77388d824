-- contract 1, cases C19: times inside jsonb are YYYY-MM-DDTHH:MM:SSZ in UTC, whatever the session's time zone and date style.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo(:'e') as id \gset
select tests.freeze('2025-03-04 05:06:07.89+00') as claimed_at \gset
select from switchboard.claim(:'e', :'id');
select tests.freeze('2025-03-04 05:07:00+00') as beat_at \gset
select from switchboard.heartbeat(:'e', :'id');
select tests.freeze('2025-03-04 23:59:59.999999+00') as ended_at \gset
select from switchboard.release(:'e', :'id');
create temp table expected as
select jsonb_build_object(
    'claimed_at', '2025-03-04T05:06:07Z', 'last_heartbeat_at', '2025-03-04T05:07:00Z', 'ended_at', '2025-03-04T23:59:59Z'
) as times;
grant select on expected to public;

select
    set_config('timezone', 'Asia/Kathmandu', true) as a, set_config('datestyle', 'SQL, DMY', true) as b,
    set_config('intervalstyle', 'iso_8601', true) as c, set_config('lc_time', 'C', true) as d
\gset
set session authorization tests_server;
select ok(t.attempts -> 0 @> x.times, 'get_todo') from switchboard.get_todo(:'e', :'id') as t cross join expected as x;
select ok(t.attempts -> 0 @> x.times, 'owner_get_todo') from switchboard.owner_get_todo(:'h', :'id') as t cross join expected as x;
select ok(t.prior_attempts -> 0 @> x.times, 'prior_attempts')
from switchboard.owner_claim(:'h', :'id') as t cross join expected as x;
reset session authorization;

select * from finish();
rollback;
