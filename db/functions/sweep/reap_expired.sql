-- transition: claimed (lapsed) -> pending, or failed (dead letter) at the last attempt
-- who calls: any scheduler, any number at once, for all endpoints
-- locks: the lapsed todos in id order (skips locked ones)
-- tables: todo_attempts (update), todos (update)
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
begin
    perform switchboard._check_limit(p_limit);
    -- Endpoint by endpoint through the index that claims need anyway: an index by deadline alone would cost every claim and
    -- heartbeat a write, and this costs one probe per endpoint and sweep.
    select array_agg(c.id) into v_ids
    from (
        select l.id
        from switchboard.endpoints as e
        cross join lateral (
            select t.id, t.lease_expires_at
            from switchboard.todos as t
            where t.endpoint_id = e.id and t.state = 'claimed' and t.lease_expires_at < v_scan
            order by t.lease_expires_at
            limit p_limit
        ) as l
        order by l.lease_expires_at
        limit p_limit
    ) as c;
    select array_agg(c.id) into v_ids
    from (
        select t.id
        from switchboard.todos as t
        where t.id = any(v_ids) and t.state = 'claimed' and t.lease_expires_at < v_scan
        order by t.id
        for no key update skip locked
    ) as c;
    v_now := switchboard._now();
    update switchboard.todo_attempts as a set
        ended_at = v_now,
        outcome = 'reaped',
        disposition = case when t.attempt >= t.max_attempts then 'dead_lettered' else 'requeued' end
    from switchboard.todos as t
    where t.id = any(v_ids) and t.lease_expires_at < v_now and a.todo_id = t.id and a.seq = t.attempts_total and a.ended_at is null;
    return query
    update switchboard.todos as t set
        state = case when t.attempt >= t.max_attempts then 'failed' else 'pending' end,
        owner = null,
        lease_expires_at = null,
        updated_at = v_now
    where t.id = any(v_ids) and t.lease_expires_at < v_now
    returning (switchboard._todo_row(t)).*;
end
$$;
comment on function switchboard.reap_expired is
'Takes up to p_limit lapsed leases back: the todo returns to pending, or becomes a dead letter at its last attempt; the attempt
closes reaped. Answers the todos that moved. It says nothing about the worker, which may still be running.';
revoke all on function switchboard.reap_expired from public;
grant execute on function switchboard.reap_expired to switchboard_operator;
