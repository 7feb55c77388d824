-- transition: all that reap_expired, requeue_due_retries, prune_todos and the expiry of endpoints do
-- who calls: cron, pg_cron, a DBA in psql; the server calls the parts
-- locks: as its parts; expiry first, since it alone waits, 200 ms at most for an endpoint
-- tables: as its parts
create or replace function switchboard.sweep() returns switchboard.sweep_counts
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_counts switchboard.sweep_counts;
begin
    -- Each part in a block of its own: one that fails must not stop the others. Cancellation is not among "others".
    begin
        v_counts.expired := switchboard.expire_endpoints();
    exception when others then
        raise warning 'switchboard: sweep could not expire endpoints (%)', sqlstate;
    end;
    begin
        select count(*) into v_counts.reaped from switchboard.reap_expired(1000);
    exception when others then
        raise warning 'switchboard: sweep could not reap (%)', sqlstate;
    end;
    begin
        select count(*) into v_counts.requeued from switchboard.requeue_due_retries(1000);
    exception when others then
        raise warning 'switchboard: sweep could not requeue (%)', sqlstate;
    end;
    begin
        v_counts.pruned := switchboard.prune_todos(1000);
    exception when others then
        raise warning 'switchboard: sweep could not prune (%)', sqlstate;
    end;
    v_counts.relayed := 0;
    v_counts.hints := 0;
    return v_counts;
end
$$;
comment on function switchboard.sweep is
'Does all that is due once, in small portions: expires endpoints, reaps lapsed leases, requeues due retries, prunes old todos.
Answers the counts; null for a part that failed, which raises a warning and stops nothing else. Run it every few seconds, or call
the parts, each in a transaction of its own. relayed and hints are 0 in this version.';
revoke all on function switchboard.sweep from public;
grant execute on function switchboard.sweep to switchboard_operator;
