-- transition: claimed -> done
-- locks: none of its own: the caller holds the todo's row lock and has checked the holder
-- tables: todo_attempts (update), todos (update), todo_events (insert)
create or replace function switchboard._complete(
    p_todo switchboard.todo_row, p_now timestamptz, p_result jsonb, p_report switchboard.report
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
    perform switchboard._close_attempt(p_todo, p_now, 'completed', 'done', p_report);
    update switchboard.todos as t set
        state = 'done',
        result = p_result,
        completed_at = p_now,
        updated_at = p_now
    where t.id = p_todo.id
    returning (switchboard._todo_row(t)).* into v_todo;
    perform switchboard._record_event(p_todo, p_now, 'completed', 'completed');
    return v_todo;
end
$$;
comment on function switchboard._complete is 'Ends a held todo well. Owner and deadline stay on the row (behaviour 2.5).';
revoke all on function switchboard._complete from public;
