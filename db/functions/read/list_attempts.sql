-- who calls: workers and people; reads only, safe in a read-only transaction
-- errors: SB401, SB403, SB404
create or replace function switchboard.list_attempts(
    p_endpoint_id uuid,
    p_todo_id text,
    p_limit integer default 20
) returns setof switchboard.attempt_row
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_caller switchboard.caller := switchboard._authorise(p_endpoint_id, 'get_todo', 'list_todos');
    v_total bigint;
begin
    -- Not endpoint_id "=": see _lock_todo.
    select t.attempts_total into v_total
    from switchboard.todos as t
    where t.id = p_todo_id and t.endpoint_id is not distinct from p_endpoint_id and t.queue = any(v_caller.queues);
    if not found then
        perform switchboard._raise_not_found();
    end if;
    return query
    select (switchboard._attempt_row(a)).*
    from switchboard.todo_attempts as a
    where a.todo_id = p_todo_id and a.seq > v_total - switchboard._attempts_limit(p_limit)
    order by a.seq desc;
end
$$;
comment on function switchboard.list_attempts is
'The attempts of one todo, newest first, the open one included; no row when it was never claimed.
p_limit: 1 to 50; 0 or less means 20, more means 50. Allowed by get_todo or list_todos; SB404 as get_todo.';
revoke all on function switchboard.list_attempts from public;
grant execute on function switchboard.list_attempts to switchboard_shim, switchboard_agent;
