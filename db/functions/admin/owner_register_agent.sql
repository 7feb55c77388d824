-- who calls: the Board
-- tables: agents (insert)
-- errors: SB401, SB400
create or replace function switchboard.owner_register_agent(p_human_id uuid, p_name text) returns uuid
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
begin
    perform switchboard._authorise_human(p_human_id);
    return switchboard.register_agent(p_human_id, p_name);
end
$$;
comment on function switchboard.owner_register_agent is 'The human''s agent of that name, made when there is none, as register_agent.';
revoke all on function switchboard.owner_register_agent from public;
grant execute on function switchboard.owner_register_agent to switchboard_shim;
