-- transition: failed (retry due) -> pending
-- who calls: any scheduler, any number at once, for all endpoints
-- locks: the due todos in id order (skips locked ones)
-- tables: todos (update), todo_events (insert); attempts stay as they are
-- errors: SB400
create or replace function switchboard.requeue_due_retries(p_limit integer default 1000) returns setof switchboard.todo_row
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
    -- Endpoint by endpoint, for the reason given in reap_expired.
    select array_agg(c.id) into v_ids
    from (
        select l.id
        from switchboard.endpoints as e
        cross join lateral (
            select t.id, t.next_retry_at
            from switchboard.todos as t
            where t.endpoint_id = e.id and t.state = 'failed' and t.next_retry_at <= v_scan
            order by t.next_retry_at
            limit p_limit
        ) as l
        order by l.next_retry_at
        limit p_limit
    ) as c;
    -- Locked by id alone, and asked again under the lock, for the reason given in reap_expired.
    select array_agg(c.id) filter (where c.state = 'failed' and c.next_retry_at <= v_scan) into v_ids
    from (
        select t.id, t.state, t.next_retry_at
        from switchboard.todos as t
        where t.id = any(v_ids)
        order by t.id
        for no key update skip locked
    ) as c;
    v_now := switchboard._now();
    return query
    update switchboard.todos as t set
        state = 'pending',
        owner = null,
        lease_expires_at = null,
        next_retry_at = null,
        updated_at = v_now
    where t.id = any(v_ids)
    returning (switchboard._todo_row(t)).*;
    insert into switchboard.todo_events (occurred_at, endpoint_id, attempt, queue, todo_id, event, from_state)
    select v_now, t.endpoint_id, t.attempt, t.queue, t.id, 'requeued', 'failed'
    from switchboard.todos as t
    where t.id = any(v_ids)
    order by t.id;
end
$$;
comment on function switchboard.requeue_due_retries is
'Puts up to p_limit failed todos whose back-off is over back to pending; attempt counter and result stay. Dead letters are left
alone. Answers the todos that moved.';
revoke all on function switchboard.requeue_due_retries from public;
grant execute on function switchboard.requeue_due_retries to switchboard_operator;
