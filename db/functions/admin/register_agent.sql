-- who calls: operators
-- tables: agents (insert)
-- errors: SB404, SB400
create or replace function switchboard.register_agent(p_human_id uuid, p_name text) returns uuid
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_id uuid;
begin
    if not exists (select from switchboard.humans as h where h.id = p_human_id) then
        perform switchboard._raise_not_found();
    end if;
    if p_name is null then
        perform switchboard._raise_invalid('name', 'is required');
    end if;
    perform switchboard._check_name('name', p_name);
    insert into switchboard.agents as a (human_id, name) values (p_human_id, p_name)
    on conflict (human_id, name) do nothing
    returning a.id into v_id;
    if not found then
        select a.id into strict v_id from switchboard.agents as a where a.human_id = p_human_id and a.name = p_name;
    end if;
    return v_id;
end
$$;
comment on function switchboard.register_agent is
'The human''s agent of that name, made when there is none. p_name: 1 to 128 bytes. Two callers at once get the same agent.';
revoke all on function switchboard.register_agent from public;
grant execute on function switchboard.register_agent to switchboard_operator;
