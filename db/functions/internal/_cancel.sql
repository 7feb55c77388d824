-- transition: pending | claimed | input-required | auth-required -> canceled
-- locks: none of its own: the caller holds the todo's row lock
-- tables: todo_attempts (update), todos (update), todo_events (insert)
-- errors: SB409
create or replace function switchboard._cancel(
    p_todo switchboard.todo_row, p_now timestamptz, p_result jsonb
) returns switchboard.todo_row
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_todo switchboard.todo_row;
begin
    if p_todo.state not in ('pending', 'claimed', 'input-required', 'auth-required') then
        perform switchboard._raise_conflict();
    end if;
    if p_todo.state <> 'pending' then
        perform switchboard._close_attempt(p_todo, p_now, 'canceled', 'canceled');
    end if;
    update switchboard.todos as t set
        state = 'canceled',
        owner = null,
        lease_expires_at = null,
        next_retry_at = null,
        result = p_result,
        completed_at = p_now,
        updated_at = p_now
    where t.id = p_todo.id
    returning (switchboard._todo_row(t)).* into v_todo;
    perform switchboard._record_event(p_todo, p_now, 'canceled', case when p_todo.state <> 'pending' then 'canceled' end);
    return v_todo;
end
$$;
comment on function switchboard._cancel is 'Calls a todo off, whoever holds it; SB409 when it has ended or waits for a retry.';
revoke all on function switchboard._cancel from public;
