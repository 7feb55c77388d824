-- who calls: monitoring
create or replace function switchboard.queue_metrics() returns setof switchboard.queue_metrics
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
begin
    return query
    with recursive heads as (
        -- From one endpoint and queue to the next, reading the oldest pending todo of each.
        (
            select t.endpoint_id, t.queue, t.created_at
            from switchboard.todos as t
            where t.state = 'pending' and t.assignee is null
            order by t.endpoint_id, t.queue, t.created_at, t.id
            limit 1
        )
        union all
        select n.endpoint_id, n.queue, n.created_at
        from heads as h
        cross join lateral (
            select t.endpoint_id, t.queue, t.created_at
            from switchboard.todos as t
            where t.state = 'pending' and t.assignee is null and (t.endpoint_id, t.queue) > (h.endpoint_id, h.queue)
            order by t.endpoint_id, t.queue, t.created_at, t.id
            limit 1
        ) as n
    ),

    waiting as (
        select h.queue, h.created_at, true as pending, true as claimable, false as lapsed from heads as h
        union all
        select t.queue, min(t.created_at), true, true, false
        from switchboard.todos as t
        where t.state = 'pending' and t.assignee is not null
        group by t.queue
        union all
        (
            select l.queue, l.created_at, false, true, true
            from switchboard.endpoints as e
            cross join lateral (
                select t.queue, t.created_at
                from switchboard.todos as t
                where
                    t.endpoint_id = e.id and t.state = 'claimed' and t.attempt < t.max_attempts and t.lease_expires_at < v_now
                order by t.lease_expires_at
                limit 10000
            ) as l
            where e.revoked_at is null
            order by l.created_at
            limit 10000
        )
        union all
        (
            select l.queue, l.created_at, false, false, true
            from switchboard.endpoints as e
            cross join lateral (
                select t.queue, t.created_at
                from switchboard.todos as t
                where
                    t.endpoint_id = e.id and t.state = 'claimed' and t.attempt >= t.max_attempts and t.lease_expires_at < v_now
                order by t.lease_expires_at
                limit 10000
            ) as l
            where e.revoked_at is null
            order by l.created_at
            limit 10000
        )
        union all
        (
            select l.queue, l.created_at, false, true, false
            from switchboard.endpoints as e
            cross join lateral (
                select t.queue, t.created_at
                from switchboard.todos as t
                where
                    t.endpoint_id = e.id and t.state = 'failed' and t.next_retry_at <= v_now and t.attempt < t.max_attempts
                order by t.next_retry_at
                limit 10000
            ) as l
            where e.revoked_at is null
            order by l.created_at
            limit 10000
        )
    ),

    ages as (
        select
            coalesce(l.queue, '__other__') as label,
            min(w.created_at) filter (where w.pending) as oldest_pending,
            min(w.created_at) filter (where w.claimable) as oldest_claimable,
            count(*) filter (where w.lapsed) as lapsed
        from waiting as w
        left join switchboard.queue_labels as l on w.queue = l.queue
        group by coalesce(l.queue, '__other__')
    )

    select
        n.label,
        n.pending,
        n.claimed,
        n.done,
        n.failed,
        n.dead,
        coalesce(a.lapsed, 0),
        coalesce(greatest(extract(epoch from v_now - a.oldest_pending), 0), 0)::double precision,
        coalesce(greatest(extract(epoch from v_now - a.oldest_claimable), 0), 0)::double precision,
        n.claimed_total,
        n.completed_total,
        n.failed_total,
        n.leases_expired_total,
        n.attempts_1_total,
        n.attempts_2_total,
        n.attempts_3_total,
        n.closed_completed_total,
        n.closed_failed_total,
        n.closed_released_total,
        n.closed_lease_expired_total,
        n.closed_reaped_total,
        n.closed_canceled_total,
        n.closed_revoked_total,
        n.created_total
    from switchboard._numbers() as n
    left join ages as a on n.label = a.label;
end
$$;
comment on function switchboard.queue_metrics is
'The numbers of every queue, for monitoring: the first 50 granted queues by name, the others together as __other__.
pending, claimed, done, failed (parked retries and dead letters), dead: todos in that state now. leases_lapsed: of the claimed ones
those past their deadline, counted to 20,000. oldest_pending_seconds: age of the oldest pending todo; oldest_claimable_seconds: of
the oldest that a claim could take, lapsed leases and due retries included; 0 when there is none. The totals only grow; see the
comments of switchboard.queue_tallies. Exact in the caller''s snapshot.';
revoke all on function switchboard.queue_metrics from public;
grant execute on function switchboard.queue_metrics to switchboard_shim, switchboard_operator, switchboard_reader;
