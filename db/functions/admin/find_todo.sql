-- who calls: operators, to learn for whom they act; reads only
-- errors: SB404
create or replace function switchboard.find_todo(p_todo_id text) returns switchboard.todo_owner
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_owner switchboard.todo_owner;
begin
    select t.id, e.id, a.human_id into v_owner
    from switchboard.todos as t
    inner join switchboard.endpoints as e on t.endpoint_id = e.id
    inner join switchboard.agents as a on e.agent_id = a.id
    where t.id = p_todo_id;
    if not found then
        perform switchboard._raise_not_found();
    end if;
    return v_owner;
end
$$;
comment on function switchboard.find_todo is 'To which endpoint and human a todo belongs, for owner_retry and its like; SB404 when there is none.';
revoke all on function switchboard.find_todo from public;
grant execute on function switchboard.find_todo to switchboard_operator;
