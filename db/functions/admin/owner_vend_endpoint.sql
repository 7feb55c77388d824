-- who calls: the Board
-- tables: endpoints (insert)
-- errors: SB401, SB404, SB400, SB409
create or replace function switchboard.owner_vend_endpoint(
    p_human_id uuid,
    p_agent_id uuid,
    p_slug text,
    p_queues text[],
    p_verbs text[],
    p_credential_hash bytea default null,
    p_expires_at timestamptz default null,
    p_default_lease_ttl interval default null,
    p_db_role name default null
) returns uuid
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
    if not exists (select from switchboard.agents as a where a.id = p_agent_id and a.human_id = p_human_id) then
        perform switchboard._raise_not_found();
    end if;
    return switchboard.vend_endpoint(
        p_agent_id, p_slug, p_queues, p_verbs, p_credential_hash, p_expires_at, p_default_lease_ttl, p_db_role
    );
end
$$;
comment on function switchboard.owner_vend_endpoint is 'Vends an endpoint to one of the human''s agents, as vend_endpoint.';
revoke all on function switchboard.owner_vend_endpoint from public;
grant execute on function switchboard.owner_vend_endpoint to switchboard_shim;
