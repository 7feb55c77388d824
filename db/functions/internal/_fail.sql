-- transition: claimed -> failed, parked for a retry or as a dead letter
-- locks: none of its own: the caller holds the todo's row lock and has checked the holder
-- tables: todo_attempts (update), todos (update), todo_events (insert)
create or replace function switchboard._fail(
    p_todo switchboard.todo_row, p_now timestamptz, p_result jsonb, p_report switchboard.report
) returns switchboard.todo_row
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_last boolean := p_todo.attempt >= p_todo.max_attempts;
    v_todo switchboard.todo_row;
begin
    perform switchboard._close_attempt(
        p_todo, p_now, 'failed', case when v_last then 'dead_lettered' else 'retry_scheduled' end, p_report
    );
    update switchboard.todos as t set
        state = 'failed',
        lease_expires_at = null,
        next_retry_at = case when not v_last then p_now + switchboard._backoff(p_todo.attempt) end,
        result = p_result,
        updated_at = p_now
    where t.id = p_todo.id
    returning (switchboard._todo_row(t)).* into v_todo;
    if v_last then
        perform switchboard._record_event(
            p_todo, p_now, 'dead_lettered', 'failed', (
                select switchboard._dead_letter_context(a)
                from switchboard.todo_attempts as a
                where a.todo_id = p_todo.id and a.seq = p_todo.attempts_total
            )
        );
    else
        perform switchboard._record_event(p_todo, p_now, 'failed', 'failed');
    end if;
    return v_todo;
end
$$;
comment on function switchboard._fail is
'Ends an attempt at a todo badly: a retry after the back-off, or a dead letter at the last attempt. The owner stays on the row.';
revoke all on function switchboard._fail from public;
