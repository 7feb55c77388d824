-- transition: pending | claimed (lapsed) | failed (due) -> claimed, the oldest that the caller may have
-- locks: one todo, skipping locked ones: never waits
-- tables: as _claim
create or replace function switchboard._take_next(
    p_queues text[], p_scan timestamptz, p_request switchboard.lease_request
) returns switchboard.claimed_todo
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set enable_bitmapscan = off
set jit = off
as $$
declare
    v_head record;
    v_todo switchboard.todo_row;
    v_now timestamptz;
begin
    -- Probes by index, not one big "or", which would sort the whole backlog. A pending head stands for its queue; lapsed leases
    -- and due retries stand for themselves, the 200 that waited longest of each, so that a mass death costs a bounded claim. (Those on
    -- queues that are not asked for are walked over until the sweep takes them.)
    for v_head in
        select h.place, h.queue, h.id
        from (
            select 'pending' as place, p.queue, p.created_at, p.id
            from pg_catalog.unnest(p_queues) as q (queue)
            cross join lateral (
                select t.queue, t.created_at, t.id
                from switchboard.todos as t
                where t.endpoint_id = p_request.endpoint_id and t.queue = q.queue and t.state = 'pending' and t.assignee is null
                order by t.created_at, t.id
                limit 1
            ) as p
            union all
            select 'assigned' as place, p.queue, p.created_at, p.id
            from pg_catalog.unnest(p_queues) as q (queue)
            cross join lateral (
                select t.queue, t.created_at, t.id
                from switchboard.todos as t
                where
                    t.endpoint_id = p_request.endpoint_id and t.queue = q.queue and t.state = 'pending'
                    and t.assignee = p_request.owner
                order by t.created_at, t.id
                limit 1
            ) as p
            union all
            select 'due' as place, d.queue, d.created_at, d.id
            from (
                select t.queue, t.created_at, t.id
                from switchboard.todos as t
                where
                    t.endpoint_id = p_request.endpoint_id and t.state = 'claimed' and t.lease_expires_at < p_scan
                    and t.queue = any(p_queues) and t.attempt < t.max_attempts
                    and (t.assignee is null or t.assignee = p_request.owner)
                order by t.lease_expires_at
                limit 200
            ) as d
            union all
            select 'due' as place, d.queue, d.created_at, d.id
            from (
                select t.queue, t.created_at, t.id
                from switchboard.todos as t
                where
                    t.endpoint_id = p_request.endpoint_id and t.state = 'failed' and t.next_retry_at <= p_scan
                    and t.queue = any(p_queues) and t.attempt < t.max_attempts
                    and (t.assignee is null or t.assignee = p_request.owner)
                order by t.next_retry_at
                limit 200
            ) as d
        ) as h
        order by h.created_at, h.id
    loop
        -- Between probe and lock a rival may have taken the head: behind a pending head stands the rest of its queue,
        -- behind a due one the next in the loop. The queue is no "=" but part of the order, which only the index of pending todos
        -- has; a plan made while the table is empty may otherwise walk all of the tenant's todos in todos_list_idx.
        if v_head.place = 'pending' then
            select (switchboard._todo_row(t)).* into v_todo
            from switchboard.todos as t
            where
                t.endpoint_id = p_request.endpoint_id and t.queue between v_head.queue and v_head.queue
                and t.state = 'pending' and t.assignee is null
            order by t.queue, t.created_at, t.id
            limit 1
            for update skip locked;
        elsif v_head.place = 'assigned' then
            select (switchboard._todo_row(t)).* into v_todo
            from switchboard.todos as t
            where
                t.endpoint_id = p_request.endpoint_id and t.queue between v_head.queue and v_head.queue
                and t.state = 'pending' and t.assignee = p_request.owner
            order by t.queue, t.created_at, t.id
            limit 1
            for update skip locked;
        else
            select (switchboard._todo_row(t)).* into v_todo
            from switchboard.todos as t
            where t.id = v_head.id
            for update skip locked;
        end if;
        if found then
            v_now := switchboard._now();
            if switchboard._is_claimable(v_todo, p_request.owner, v_now) then
                return switchboard._claim(v_todo, v_now, p_request);
            end if;
        end if;
    end loop;
    return null;
end
$$;
comment on function switchboard._take_next is
'Claims the oldest claimable todo of an endpoint in p_queues, or answers null. p_scan is for searching only: deadlines later
than it count as not yet passed.';
revoke all on function switchboard._take_next from public;
