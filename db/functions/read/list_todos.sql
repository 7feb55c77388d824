-- who calls: workers and people; reads only, safe in a read-only transaction
-- errors: SB401, SB403, SB400, SB404
create or replace function switchboard.list_todos(
    p_endpoint_id uuid,
    p_queue text default null,
    p_state text default null,
    p_limit integer default 50,
    p_before text default null
) returns setof switchboard.todo_row
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set enable_bitmapscan = off -- it would collect and sort every todo of a state: the limit is not known when the plan is made
set enable_sort = off -- a state in order of time is sorted by id moment by moment, as far as the limit, and not as a whole
set jit = off
as $$
declare
    v_caller switchboard.caller := switchboard._authorise(p_endpoint_id, 'list_todos');
    v_queues text[] := switchboard._granted_queues(
        v_caller, case when p_queue is not null then array[p_queue] end
    );
    v_limit integer := case when p_limit between 1 and 200 then p_limit else 50 end;
    v_before_at timestamptz := 'infinity'::timestamptz;
    v_before_id text := '';
begin
    perform switchboard._check_state(p_state);
    if p_before is not null then
        -- Not endpoint_id "=": see _lock_todo.
        select t.created_at, t.id into v_before_at, v_before_id
        from switchboard.todos as t
        where t.id = p_before and t.endpoint_id is not distinct from p_endpoint_id and t.queue = any(v_caller.queues);
        if not found then
            perform switchboard._raise_not_found();
        end if;
    end if;
    -- State by state, each from its newest.
    return query
    select (switchboard._todo_row(t)).*
    from unnest(switchboard._list_states(p_state)) as s (state)
    cross join lateral (
        select o.*
        from switchboard.todos as o
        where
            o.endpoint_id = p_endpoint_id and o.state collate "C" = s.state and o.queue = any(v_queues)
            and o.created_at <= v_before_at and (o.created_at, o.id) < (v_before_at, v_before_id)
        order by o.created_at desc, o.id desc
        limit v_limit
    ) as t
    order by t.created_at desc, t.id desc
    limit v_limit;
end
$$;
comment on function switchboard.list_todos is
'Todos of the endpoint''s granted queues, newest first, without payloads.
p_queue: one queue; outside the scope is SB403. p_state: one state exactly; unknown is SB400.
p_limit: 1 to 200, anything else means 50. p_before: the id of the last todo seen, for the next page.';
revoke all on function switchboard.list_todos from public;
grant execute on function switchboard.list_todos to switchboard_shim, switchboard_agent;
