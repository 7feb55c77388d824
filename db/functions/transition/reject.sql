-- transition: pending -> rejected
-- who calls: the asker's side, for work that will not be taken
-- locks: the todo (waits)
-- tables: todos (update), todo_events (insert)
-- errors: SB401, SB403, SB404, SB400, SB409
create or replace function switchboard.reject(
    p_endpoint_id uuid,
    p_todo_id text,
    p_result jsonb default null
) returns switchboard.todo_row
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_caller switchboard.caller := switchboard._authorise(p_endpoint_id, 'reject');
    v_todo switchboard.todo_row := switchboard._lock_todo(v_caller, p_todo_id);
    v_now timestamptz := switchboard._now();
    v_moved switchboard.todo_row;
begin
    perform switchboard._check_json('result', p_result);
    if v_todo.state <> 'pending' then
        perform switchboard._raise_conflict();
    end if;
    update switchboard.todos as t set
        state = 'rejected',
        result = p_result,
        completed_at = v_now,
        updated_at = v_now
    where t.id = p_todo_id
    returning (switchboard._todo_row(t)).* into v_moved;
    perform switchboard._record_event(v_todo, v_now, 'rejected');
    return v_moved;
end
$$;
comment on function switchboard.reject is
'Turns a pending todo down for good: it is never claimed, requeued or retried. p_result is stored. SB409 from any other state.';
revoke all on function switchboard.reject from public;
grant execute on function switchboard.reject to switchboard_shim, switchboard_agent;
