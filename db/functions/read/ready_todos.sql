-- who calls: the server, for what a notification told it
create or replace function switchboard.ready_todos(p_todo_ids text[]) returns setof switchboard.doorbell
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
begin
    -- Anybody may send a notification, so nothing in it is believed. Found by id alone, for the reason given in _lock_todo.
    return query
    with named as materialized (
        select t.id, t.endpoint_id, t.queue, t.kind, t.source, t.title, t.updated_at, t.created_at, t.state, t.assignee
        from switchboard.todos as t
        where t.id = any(p_todo_ids)
    )

    select t.id, t.endpoint_id, t.queue, t.kind, t.source, t.title, t.updated_at
    from named as t
    -- One by one, or all endpoints would be read.
    cross join lateral (select o.* from switchboard.endpoints as o where o.id = t.endpoint_id order by o.id limit 1) as e
    where
        t.state = 'pending' and (t.assignee is null or t.assignee = 'agent:' || e.agent_id)
        and t.queue = any(e.queues) and e.verbs && array['list_todos', 'claim_next']
        and not switchboard._is_over(e.revoked_at, e.expires_at)
    order by t.created_at, t.id;
end
$$;
comment on function switchboard.ready_todos is
'Those of the todos that their endpoint''s agent may claim now: pending, on a granted queue, not kept for somebody else, the endpoint
live and granted list_todos or claim_next. Oldest first.';
revoke all on function switchboard.ready_todos from public;
grant execute on function switchboard.ready_todos to switchboard_shim;
