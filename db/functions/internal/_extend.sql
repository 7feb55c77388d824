-- transition: claimed -> claimed, with a new deadline
-- locks: none of its own: the caller holds the todo's row lock and has checked the holder
-- tables: todo_attempts (update), todos (update)
create or replace function switchboard._extend(
    p_todo switchboard.todo_row, p_now timestamptz, p_ttl interval
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
    update switchboard.todo_attempts as a set
        last_heartbeat_at = p_now,
        lease_expires_at = p_now + p_ttl
    where a.todo_id = p_todo.id and a.seq = p_todo.attempts_total and a.ended_at is null;
    update switchboard.todos as t set
        lease_expires_at = p_now + p_ttl,
        updated_at = p_now
    where t.id = p_todo.id
    returning (switchboard._todo_row(t)).* into v_todo;
    return v_todo;
end
$$;
comment on function switchboard._extend is 'Moves the deadline of a held todo and of its open attempt together.';
revoke all on function switchboard._extend from public;
