-- who calls: the Board and the command line; reads only
-- errors: SB401, SB404
create or replace function switchboard.owner_get_todo(
    p_human_id uuid,
    p_todo_id text,
    p_attempts_limit integer default 20
) returns switchboard.owner_todo_detail
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_todo switchboard.owner_todo_detail;
begin
    perform switchboard._authorise_human(p_human_id);
    select (switchboard._todo_row(t)).*, t.payload, t.routing, t.result, null::jsonb, e.slug into v_todo
    from switchboard.todos as t
    inner join switchboard.endpoints as e on t.endpoint_id = e.id
    inner join switchboard.agents as a on e.agent_id = a.id
    where t.id = p_todo_id and a.human_id = p_human_id;
    if not found then
        perform switchboard._raise_not_found();
    end if;
    v_todo.attempts := switchboard._attempts_json(
        v_todo.id, v_todo.attempts_total - switchboard._attempts_limit(p_attempts_limit) + 1, v_todo.attempts_total
    );
    return v_todo;
end
$$;
comment on function switchboard.owner_get_todo is
'One todo of the human in full, as get_todo answers it, with the endpoint''s slug. Somebody else''s is SB404.';
revoke all on function switchboard.owner_get_todo from public;
grant execute on function switchboard.owner_get_todo to switchboard_shim;
