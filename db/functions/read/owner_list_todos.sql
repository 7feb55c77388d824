-- who calls: the Board and the command line; reads only
-- errors: SB401, SB404, SB400
create or replace function switchboard.owner_list_todos(
    p_human_id uuid,
    p_filter text default 'all',
    p_search text default null,
    p_queue text default null,
    p_endpoint_id uuid default null,
    p_before text default null,
    p_limit integer default 100
) returns setof switchboard.owner_todo_row
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set enable_bitmapscan = off -- it would collect and sort every todo of the endpoint: the limit is not known when the plan is made
set jit = off
as $$
declare
    v_filter text := coalesce(p_filter, 'all');
    v_search text := nullif(p_search, '');
    v_limit integer := case when p_limit between 1 and 200 then p_limit else 100 end;
    v_before_at timestamptz := 'infinity'::timestamptz;
    v_before_id text := '';
begin
    perform switchboard._authorise_human(p_human_id);
    if p_endpoint_id is not null and not switchboard._owns_endpoint(p_human_id, p_endpoint_id) then
        perform switchboard._raise_not_found();
    end if;
    if v_filter not in ('all', 'dead_letter') then
        perform switchboard._check_state(v_filter);
    end if;
    if p_before is not null then
        select t.created_at, t.id into v_before_at, v_before_id
        from switchboard.todos as t
        where t.id = p_before and switchboard._owns_endpoint(p_human_id, t.endpoint_id);
        if not found then
            perform switchboard._raise_not_found();
        end if;
    end if;
    -- Endpoint by endpoint, each from its newest, so that nobody else's todos are read.
    return query
    select (switchboard._todo_row(t)).*, e.slug
    from switchboard.agents as a
    inner join switchboard.endpoints as e on a.id = e.agent_id
    cross join lateral (
        select o.*
        from switchboard.todos as o
        where
            o.endpoint_id = e.id and (o.created_at, o.id) < (v_before_at, v_before_id)
            and (p_queue is null or o.queue = p_queue)
            and (
                v_filter = 'all' or o.state = v_filter
                or (v_filter = 'dead_letter' and o.state = 'failed' and o.next_retry_at is null)
            )
            and (
                v_search is null or o.id = v_search or o.source = v_search or o.kind = v_search
                or strpos(lower(o.title), lower(v_search)) > 0
            )
        order by o.created_at desc, o.id desc
        limit v_limit
    ) as t
    where a.human_id = p_human_id and (p_endpoint_id is null or e.id = p_endpoint_id)
    order by t.created_at desc, t.id desc
    limit v_limit;
end
$$;
comment on function switchboard.owner_list_todos is
'Todos of all the human''s endpoints, newest first, with the endpoint''s slug.
p_filter: all, dead_letter, or a state. p_search: an exact id, source or kind, or words of the title.
p_queue, p_endpoint_id: only these. p_limit: 1 to 200, anything else means 100. p_before: the id of the last todo seen.';
revoke all on function switchboard.owner_list_todos from public;
grant execute on function switchboard.owner_list_todos to switchboard_shim;
