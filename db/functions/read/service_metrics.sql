-- who calls: monitoring
create or replace function switchboard.service_metrics() returns switchboard.service_metrics
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_now timestamptz := switchboard._now();
    v_metrics switchboard.service_metrics;
begin
    select
        coalesce(greatest(extract(epoch from v_now - min(e.occurred_at)), 0), 0)::double precision,
        count(*)
    into v_metrics.relay_lag_seconds, v_metrics.events_waiting
    from switchboard._waiting_events() as e;
    -- Without that right other roles' sessions show no times, and none would look like a snapshot of age 0.
    if pg_has_role('pg_read_all_stats', 'usage') then
        select coalesce(max(extract(epoch from v_now - s.xact_start)), 0)::double precision
        into v_metrics.oldest_snapshot_seconds
        from pg_stat_activity as s
        where s.backend_xmin is not null and s.datname = current_database() and s.pid <> pg_backend_pid();
    end if;
    return v_metrics;
end
$$;
comment on function switchboard.service_metrics is
'The numbers of the whole installation, for monitoring. relay_lag_seconds: age of the oldest event that relay_events() has not taken,
0 when there is none. events_waiting: how many. oldest_snapshot_seconds: how long the oldest transaction of this database that keeps
a snapshot has been open; null unless switchboard_owner has pg_read_all_stats.';
revoke all on function switchboard.service_metrics from public;
grant execute on function switchboard.service_metrics to switchboard_shim, switchboard_operator, switchboard_reader;
