-- Ids and event names only, since any role may listen. A notification holds up to 8,000 bytes: 80 ids of 64 bytes,
-- twice as long as we make them, and as JSON spells them. A longer one is left out, since a failure here would stop the relay.
create or replace function switchboard._notify_owners(p_events switchboard.todo_events[]) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
begin
    perform pg_notify('switchboard_todos_changed', json_build_object('v', 1, 'human_id', c.human_id, 'changes', c.changes)::text)
    from (
        select n.human_id, n.part, json_agg(json_build_array(n.todo_id, n.event) order by n.place) as changes
        from (
            select
                a.human_id,
                d.todo_id,
                d.event,
                d.place,
                (row_number() over (partition by a.human_id order by d.place) - 1) / 80 as part
            from (
                select e.endpoint_id, e.todo_id, e.event, max(e.id) as place
                from unnest(p_events) as e
                where e.event <> 'pruned' and octet_length(to_json(e.todo_id)::text) <= 66
                group by e.endpoint_id, e.todo_id, e.event
            ) as d
            cross join lateral (
                select g.human_id
                from switchboard.endpoints as p
                inner join switchboard.agents as g on p.agent_id = g.id
                where p.id = d.endpoint_id
            ) as a
        ) as n
        group by n.human_id, n.part
    ) as c;
end
$$;
comment on function switchboard._notify_owners is
'Tells the Boards of each human which todos changed and by which events, oldest first: {"v": 1, "human_id", "changes": [[todo_id, event]]}.';
revoke all on function switchboard._notify_owners from public;
