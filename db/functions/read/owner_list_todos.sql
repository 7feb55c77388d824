-- who calls: the Board and the command line; reads only
-- errors: SB401, SB404, SB400
create or replace function switchboard.owner_list_todos(
    p_human_id uuid,
    p_filter text default 'all',
    p_search text default null,
    p_queue text default null,
    p_endpoint_id uuid default null,
    p_before text default null,
    p_limit integer default 100,
    p_examine integer default null
) returns setof switchboard.owner_todo_row
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
    v_place switchboard.list_place := switchboard._list_place(p_human_id, p_filter, p_endpoint_id, p_before);
    v_search text := nullif(btrim(p_search), '');
    -- Each word, wherever it stands; what LIKE would take for a pattern of its own is escaped.
    v_patterns text[] := array(
        select '%' || regexp_replace(w.word, '([%_\\])', '\\\1', 'g') || '%' from regexp_split_to_table(lower(v_search), '\s+') as w (word)
    );
    v_limit integer := case when p_limit between 1 and 200 then p_limit else 100 end;
    v_floor timestamptz := '-infinity'::timestamptz;
begin
    perform switchboard._check_limit(coalesce(p_examine, 1));
    if p_examine is not null and (v_search is not null or p_queue is not null) then
        v_floor := coalesce(
            switchboard._search_floor(p_human_id, p_filter, p_endpoint_id, v_place.created_at, p_examine), v_floor
        );
    end if;
    -- An id is found however old it is.
    if v_search is not null then
        return query
        select (switchboard._todo_row(t)).*, e.slug
        from switchboard.todos as t
        inner join switchboard.endpoints as e on t.endpoint_id = e.id
        where
            t.id = v_search and switchboard._owns_endpoint(p_human_id, t.endpoint_id)
            and (
                t.state = any(switchboard._list_states(p_filter))
                or (p_filter = 'dead_letter' and t.state = 'failed' and t.next_retry_at is null)
            )
            and (t.created_at, t.id) < (v_place.created_at, v_place.id)
            and (p_queue is null or t.queue = p_queue) and (p_endpoint_id is null or e.id = p_endpoint_id);
        if found then
            return;
        end if;
    end if;
    -- Endpoint by endpoint and state by state, each from its newest: nobody else's todos are read.
    return query
    select (switchboard._todo_row(t)).*, p.slug
    from (
        select l.created_at, l.id, e.slug
        from switchboard.agents as a
        inner join switchboard.endpoints as e on a.id = e.agent_id
        cross join lateral (
            select n.created_at, n.id
            from unnest(switchboard._list_states(p_filter)) as s (state)
            cross join lateral (
                select o.created_at, o.id
                from switchboard.todos as o
                where
                    o.endpoint_id = e.id and o.state collate "C" = s.state
                    and o.created_at between v_floor and v_place.created_at
                    and (o.created_at, o.id) < (v_place.created_at, v_place.id)
                    and (p_queue is null or o.queue = p_queue)
                    and (v_search is null or switchboard._is_found(o, v_search, v_patterns))
                order by o.created_at desc, o.id desc
                limit v_limit
            ) as n
            union all
            (
                select o.created_at, o.id
                from switchboard.todos as o
                where
                    p_filter = 'dead_letter' and o.endpoint_id = e.id and o.state = 'failed' and o.next_retry_at is null
                    and o.created_at between v_floor and v_place.created_at
                    and (o.created_at, o.id) < (v_place.created_at, v_place.id)
                    and (p_queue is null or o.queue = p_queue)
                    and (v_search is null or switchboard._is_found(o, v_search, v_patterns))
                order by o.created_at desc, o.id desc
                limit v_limit
            )
        ) as l
        where a.human_id = p_human_id and (p_endpoint_id is null or e.id = p_endpoint_id)
        order by l.created_at desc, l.id desc
        limit v_limit
    ) as p
    inner join switchboard.todos as t on p.id = t.id
    order by p.created_at desc, p.id desc;
end
$$;
comment on function switchboard.owner_list_todos is
'Todos of all the human''s endpoints, newest first, with the endpoint''s slug.
p_filter: all, dead_letter, or a state. p_search: an exact id, source or kind, or words that are all in the title, in any case.
p_queue, p_endpoint_id: only these. p_limit: 1 to 200, anything else means 100. p_before: the id of the last todo seen.
p_examine: a search, or a queue''s list, looks at so many todos at most, newest first; see owner_search_end. Null means all.';
revoke all on function switchboard.owner_list_todos from public;
grant execute on function switchboard.owner_list_todos to switchboard_shim;
