-- transition: pending | claimed | input-required | auth-required -> canceled
-- who calls: the Board and operators, whoever holds it
-- locks: the todo (waits)
-- tables: todo_attempts (update), todos (update), todo_events (insert)
-- errors: SB401, SB404, SB409
create or replace function switchboard.owner_cancel(p_human_id uuid, p_todo_id text) returns switchboard.todo_row
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_todo switchboard.todo_row;
begin
    perform switchboard._authorise_human(p_human_id);
    v_todo := switchboard._lock_owned_todo(p_human_id, p_todo_id);
    return switchboard._cancel(v_todo, switchboard._now(), null);
end
$$;
comment on function switchboard.owner_cancel is
'A human calls off a todo of theirs, whoever holds it; the only way out of an interrupt that nobody resumes. SB409 when it has
ended or waits for a retry.';
revoke all on function switchboard.owner_cancel from public;
grant execute on function switchboard.owner_cancel to switchboard_shim, switchboard_operator;
