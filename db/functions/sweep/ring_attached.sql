-- transition: none
-- who calls: the server, when a client has opened a stream
-- locks: the endpoint's row in endpoint_rings (waits for a rival attach), then as _mark_rung
-- tables: endpoint_rings, todo_rings (insert or update)
-- errors: SB401, SB403
create or replace function switchboard.ring_attached(p_endpoint_id uuid) returns setof switchboard.doorbell
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_caller switchboard.caller := switchboard._authorise(p_endpoint_id, 'list_todos', 'claim_next');
    v_now timestamptz := switchboard._now();
    v_ids text[];
begin
    insert into switchboard.endpoint_rings as s (endpoint_id, attached_at)
    values (p_endpoint_id, v_now)
    on conflict (endpoint_id) do update
        set attached_at = v_now
        where s.attached_at is null or s.attached_at <= v_now - interval '1 minute';
    if not found then
        return;
    end if;
    select array_agg(c.id) into v_ids
    from (
        select p.id
        from unnest(v_caller.queues) as q (queue)
        cross join lateral (
            (
                select t.id, t.created_at
                from switchboard.todos as t
                where t.endpoint_id = p_endpoint_id and t.queue = q.queue and t.state = 'pending' and t.assignee is null
                order by t.created_at, t.id
                limit 50
            )
            union all
            (
                select t.id, t.created_at
                from switchboard.todos as t
                where
                    t.endpoint_id = p_endpoint_id and t.queue = q.queue and t.state = 'pending'
                    and t.assignee = v_caller.owner
                order by t.created_at, t.id
                limit 50
            )
        ) as p
        -- One by one, or all rings that ever were would be read.
        left join lateral (select g.rings from switchboard.todo_rings as g where g.todo_id = p.id order by g.todo_id limit 1) as r on true
        where coalesce(r.rings, 0) < 5
        order by p.created_at, p.id
        limit 3
    ) as c;
    v_ids := switchboard._mark_rung(v_ids, v_now, false);
    return query
    select t.id, t.endpoint_id, t.queue, t.kind, t.source, t.title, t.updated_at
    from switchboard.todos as t
    where t.id = any(v_ids)
    order by t.created_at, t.id;
end
$$;
comment on function switchboard.ring_attached is
'The todos to ring for when a client of the endpoint has just opened a stream: up to 3 of the oldest pending ones in its scope, none
within a minute of the last time. Each counts against the 5 reminders of its todo (see ring_unclaimed). Call it in FROM.';
revoke all on function switchboard.ring_attached from public;
grant execute on function switchboard.ring_attached to switchboard_shim;
