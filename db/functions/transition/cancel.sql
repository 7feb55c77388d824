-- transition: pending | claimed | input-required | auth-required -> canceled
-- who calls: the asker's side; the holder learns by SB409
-- locks: the todo (waits)
-- tables: todo_attempts (update), todos (update), todo_events (insert)
-- errors: SB401, SB403, SB404, SB400, SB409
create or replace function switchboard.cancel(
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
    v_caller switchboard.caller := switchboard._authorise(p_endpoint_id, 'cancel');
    v_todo switchboard.todo_row := switchboard._lock_todo(v_caller, p_todo_id);
    v_now timestamptz := switchboard._now();
begin
    perform switchboard._check_json('result', p_result);
    return switchboard._cancel(v_todo, v_now, p_result);
end
$$;
comment on function switchboard.cancel is
'Calls a todo off, whoever holds it; an open attempt closes canceled. p_result is stored, null overwrites. No fence: this is
the asker''s side. SB409 when the todo has ended, is parked for a retry, or was canceled before.';
revoke all on function switchboard.cancel from public;
grant execute on function switchboard.cancel to switchboard_shim, switchboard_agent;
