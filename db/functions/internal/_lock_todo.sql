-- locks: the todo (waits)
-- errors: SB404, SB403
create or replace function switchboard._lock_todo(p_caller switchboard.caller, p_todo_id text) returns switchboard.todo_row
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_todo switchboard.todo_row;
begin
    -- The tenant stands in the same where: a foreign id must not wait on its owner's lock. Not as "=", or a plan made while the
    -- table is empty may walk all of the tenant's todos in todos_list_idx.
    select (switchboard._todo_row(t)).* into v_todo
    from switchboard.todos as t
    where t.id = p_todo_id and t.endpoint_id is not distinct from p_caller.endpoint_id
    for no key update;
    if not found then
        perform switchboard._raise_not_found();
    end if;
    if v_todo.queue <> all(p_caller.queues) then
        perform switchboard._raise_forbidden('the todo''s queue is not granted to this endpoint');
    end if;
    return v_todo;
end
$$;
comment on function switchboard._lock_todo is
'Locks a todo of the calling endpoint and answers it as it is under the lock. The first thing that a transition does.';
revoke all on function switchboard._lock_todo from public;
