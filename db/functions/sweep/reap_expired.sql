-- transition: claimed (lapsed) -> pending, or failed (dead letter) at the last attempt
-- who calls: any scheduler, any number at once, for all endpoints
-- locks: the lapsed todos in id order (skips locked ones)
-- tables: todo_attempts (update), todos (update), todo_events (insert)
-- errors: SB400
create or replace function switchboard.reap_expired(p_limit integer default 1000) returns setof switchboard.todo_row
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_scan timestamptz := switchboard._now();
    v_now timestamptz;
    v_ids text[];
    v_dead text[];
begin
    perform switchboard._check_limit(p_limit);
    -- Endpoint by endpoint through the indexes that claims need anyway, one of leases with attempts left and one of the others: an
    -- index by deadline alone would cost every claim and heartbeat a write, and this costs two probes per endpoint and sweep.
    select array_agg(c.id) into v_ids
    from (
        select l.id
        from switchboard.endpoints as e
        cross join lateral (
            (
                select t.id, t.lease_expires_at
                from switchboard.todos as t
                where
                    t.endpoint_id = e.id and t.state = 'claimed' and t.attempt < t.max_attempts
                    and t.lease_expires_at < v_scan
                order by t.lease_expires_at
                limit p_limit
            )
            union all
            (
                select t.id, t.lease_expires_at
                from switchboard.todos as t
                where
                    t.endpoint_id = e.id and t.state = 'claimed' and t.attempt >= t.max_attempts
                    and t.lease_expires_at < v_scan
                order by t.lease_expires_at
                limit p_limit
            )
        ) as l
        order by l.lease_expires_at
        limit p_limit
    ) as c;
    -- Locked by id alone, and asked again under the lock: beside the state an index of that state would fit too, and be read from
    -- end to end.
    select
        array_agg(c.id) filter (where c.state = 'claimed' and c.lease_expires_at < v_scan),
        array_agg(c.id) filter (where c.attempt >= c.max_attempts)
    into v_ids, v_dead
    from (
        select t.id, t.state, t.lease_expires_at, t.attempt, t.max_attempts
        from switchboard.todos as t
        where t.id = any(v_ids)
        order by t.id
        for no key update skip locked
    ) as c;
    v_now := switchboard._now();
    update switchboard.todo_attempts as a set
        ended_at = v_now,
        outcome = 'reaped',
        disposition = case when a.todo_id = any(v_dead) then 'dead_lettered' else 'requeued' end
    where a.todo_id = any(v_ids) and a.ended_at is null;
    return query
    update switchboard.todos as t set
        state = case when t.attempt >= t.max_attempts then 'failed' else 'pending' end,
        owner = null,
        lease_expires_at = null,
        updated_at = v_now
    where t.id = any(v_ids)
    returning (switchboard._todo_row(t)).*;
    insert into switchboard.todo_events (occurred_at, endpoint_id, seq, attempt, queue, todo_id, event, from_state, outcome, context)
    select
        v_now,
        t.endpoint_id,
        t.attempts_total,
        t.attempt,
        t.queue,
        t.id,
        case when t.state = 'failed' then 'dead_lettered' else 'reaped' end,
        'claimed',
        'reaped',
        case when t.state = 'failed' then (
            select switchboard._dead_letter_context(a)
            from switchboard.todo_attempts as a
            where a.todo_id = t.id and a.seq = t.attempts_total
        ) end
    from switchboard.todos as t
    where t.id = any(v_ids)
    order by t.id;
end
$$;
comment on function switchboard.reap_expired is
'Takes up to p_limit lapsed leases back: the todo returns to pending, or becomes a dead letter at its last attempt; the attempt
closes reaped. Answers the todos that moved. It says nothing about the worker, which may still be running.';
revoke all on function switchboard.reap_expired from public;
grant execute on function switchboard.reap_expired to switchboard_operator;
