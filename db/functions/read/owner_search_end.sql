-- who calls: the Board; reads only
-- errors: SB401, SB404, SB400
create or replace function switchboard.owner_search_end(
    p_human_id uuid,
    p_filter text default 'all',
    p_endpoint_id uuid default null,
    p_before text default null,
    p_examine integer default 10000
) returns text
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set enable_bitmapscan = off -- as in owner_list_todos
set jit = off
as $$
declare
    v_place switchboard.list_place := switchboard._list_place(p_human_id, p_filter, p_endpoint_id, p_before);
    v_floor timestamptz;
begin
    perform switchboard._check_limit(p_examine);
    v_floor := switchboard._search_floor(p_human_id, p_filter, p_endpoint_id, v_place.created_at, p_examine);
    return (
        select min(t.id)
        from switchboard.agents as a
        inner join switchboard.endpoints as e on a.id = e.agent_id
        cross join unnest(switchboard._list_states('all')) as s (state)
        cross join lateral (
            select o.id
            from switchboard.todos as o
            where o.endpoint_id = e.id and o.state collate "C" = s.state and o.created_at = v_floor
            order by o.id
            limit 1
        ) as t
        where a.human_id = p_human_id
    );
end
$$;
comment on function switchboard.owner_search_end is
'The id of the last todo that owner_list_todos looks at with the same arguments: the p_before of a search that goes on.
Null when it looks at all there is.';
revoke all on function switchboard.owner_search_end from public;
grant execute on function switchboard.owner_search_end to switchboard_shim;
