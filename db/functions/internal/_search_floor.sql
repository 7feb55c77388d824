-- Reads an index alone. Todos of that very moment are looked at, too, so it takes no id. Those of the moment counted down from do not
-- count: else a search could not leave it when there are many.
create or replace function switchboard._search_floor(
    p_human_id uuid, p_filter text, p_endpoint_id uuid, p_before_at timestamptz, p_examine integer
) returns timestamptz
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set enable_bitmapscan = off -- as in owner_list_todos
set jit = off
as $$
begin
    return (
        select l.created_at
        from switchboard.agents as a
        inner join switchboard.endpoints as e on a.id = e.agent_id
        cross join lateral (
            select o.created_at
            from unnest(switchboard._list_states(p_filter)) as s (state)
            cross join lateral (
                select t.created_at
                from switchboard.todos as t
                where t.endpoint_id = e.id and t.state collate "C" = s.state and t.created_at < p_before_at
                order by t.created_at desc
                limit p_examine
            ) as o
            union all
            (
                select t.created_at
                from switchboard.todos as t
                where
                    p_filter = 'dead_letter' and t.endpoint_id = e.id and t.state = 'failed' and t.next_retry_at is null
                    and t.created_at < p_before_at
                order by t.created_at desc
                limit p_examine
            )
        ) as l
        where a.human_id = p_human_id and (p_endpoint_id is null or e.id = p_endpoint_id)
        order by l.created_at desc
        limit 1 offset p_examine - 1
    );
end
$$;
comment on function switchboard._search_floor is
'When the p_examine-th newest todo of a human''s list was created, of those before a moment; null when there are not so many.';
revoke all on function switchboard._search_floor from public;
