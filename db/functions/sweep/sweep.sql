-- transition: all that expire_endpoints, reap_expired, requeue_due_retries and prune_todos do; rings and relays, too
-- who calls: cron, pg_cron, a DBA in psql; the server calls the parts
-- locks: as its parts; the expiry waits, 200 ms at most for an endpoint, and ring_unclaimed for a rival ring of an endpoint
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
    v_bound bigint;
begin
    select c.bound into v_bound from switchboard.relay_cursor as c order by c.gen desc limit 1;
    -- Each part in a block of its own: one that fails must not stop the others. Cancellation is not among "others".
    -- The relay comes first, since only before the first write can it note how far events are settled, and once more at the end for
    -- what the others did.
    begin
        v_counts.relayed := switchboard.relay_events(1000);
    exception when others then
        raise warning 'switchboard: sweep could not relay (%)', sqlstate;
    end;
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
    begin
        perform switchboard.ring_unclaimed(3);
    exception when others then
        raise warning 'switchboard: sweep could not ring (%)', sqlstate;
    end;
    begin
        v_counts.relayed := v_counts.relayed + switchboard.relay_events(1000);
    exception when others then
        v_counts.relayed := null;
        raise warning 'switchboard: sweep could not relay (%)', sqlstate;
    end;
    select (c.bound > v_bound)::integer::bigint into v_counts.hints from switchboard.relay_cursor as c order by c.gen desc limit 1;
    return v_counts;
end
$$;
comment on function switchboard.sweep is
'Does all that is due once, in small portions: expires endpoints, reaps lapsed leases, requeues due retries, prunes old todos, rings
for todos that nobody claims, relays events. Answers the counts; null for a part that failed, which raises a warning and stops
nothing else. Rings are not counted. hints: lower bounds of scans that were moved; in this version the relay''s is the only one.
Run it every few seconds, or call the parts, each in a transaction of its own.';
revoke all on function switchboard.sweep from public;
grant execute on function switchboard.sweep to switchboard_operator;
