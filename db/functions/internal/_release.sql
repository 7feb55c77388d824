-- transition: claimed -> pending
-- locks: none of its own: the caller holds the todo's row lock and has checked the holder
-- tables: todo_attempts (update), todos (update), todo_events (insert)
create or replace function switchboard._release(
    p_todo switchboard.todo_row, p_now timestamptz, p_report switchboard.report
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
    perform switchboard._close_attempt(p_todo, p_now, 'released', 'requeued', p_report);
    update switchboard.todos as t set
        state = 'pending',
        owner = null,
        lease_expires_at = null,
        updated_at = p_now
    where t.id = p_todo.id
    returning (switchboard._todo_row(t)).* into v_todo;
    perform switchboard._record_event(p_todo, p_now, 'released', 'released');
    return v_todo;
end
$$;
comment on function switchboard._release is 'Hands a held todo back without a verdict: no back-off, and the attempt counter stays.';
revoke all on function switchboard._release from public;
