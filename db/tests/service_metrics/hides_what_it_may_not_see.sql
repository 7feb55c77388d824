-- the issue: without pg_read_all_stats the age of the oldest snapshot is null, not 0.
begin;
select plan(1);

revoke pg_read_all_stats from switchboard_owner;
set session authorization tests_reader;
select is(oldest_snapshot_seconds, null, 'unknown') from switchboard.service_metrics();
reset session authorization;

select * from finish();
rollback;
