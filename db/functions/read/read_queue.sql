-- who calls: agents, over the resource of a queue
-- errors: SB401, SB403
create or replace function switchboard.read_queue(p_endpoint_id uuid, p_queue text) returns switchboard.queue_row
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_caller switchboard.caller := switchboard._authorise(p_endpoint_id, 'list_todos', 'claim_next');
    v_row switchboard.queue_row;
begin
    perform switchboard._granted_queues(v_caller, array[p_queue]);
    select p_queue, count(*), min(p.created_at) into v_row
    from (
        (
            select t.created_at
            from switchboard.todos as t
            where t.endpoint_id = p_endpoint_id and t.queue = p_queue and t.state = 'pending' and t.assignee is null
            order by t.created_at, t.id
            limit 1000
        )
        union all
        (
            select t.created_at
            from switchboard.todos as t
            where
                t.endpoint_id = p_endpoint_id and t.queue = p_queue and t.state = 'pending'
                and t.assignee = v_caller.owner
            order by t.created_at, t.id
            limit 1000
        )
    ) as p;
    v_row.pending := least(v_row.pending, 1000);
    return v_row;
end
$$;
comment on function switchboard.read_queue is
'What waits on a granted queue for this endpoint: how many pending todos that it may claim, counted to 1,000, and since when the oldest.
Needs list_todos or claim_next.';
revoke all on function switchboard.read_queue from public;
grant execute on function switchboard.read_queue to switchboard_shim, switchboard_agent;
