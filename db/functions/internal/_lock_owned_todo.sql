-- locks: the todo (waits)
-- errors: SB404
create or replace function switchboard._lock_owned_todo(p_human_id uuid, p_todo_id text) returns switchboard.todo_row
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_todo switchboard.todo_row;
begin
    -- Which human owns a todo never changes, so asking before the lock is safe; a foreign id must not wait.
    select (switchboard._todo_row(t)).* into v_todo
    from switchboard.todos as t
    where t.id = p_todo_id and switchboard._owns_endpoint(p_human_id, t.endpoint_id)
    for no key update;
    if not found then
        perform switchboard._raise_not_found();
    end if;
    return v_todo;
end
$$;
comment on function switchboard._lock_owned_todo is
'Locks a todo of any endpoint of a human and answers it as it is under the lock.';
revoke all on function switchboard._lock_owned_todo from public;
