-- who calls: the Board
-- locks and tables: as revoke_endpoint
-- errors: SB401, SB404
create or replace function switchboard.owner_revoke_endpoint(p_human_id uuid, p_endpoint_id uuid) returns integer
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
begin
    perform switchboard._owned_endpoint(p_human_id, p_endpoint_id);
    return switchboard.revoke_endpoint(p_endpoint_id);
end
$$;
comment on function switchboard.owner_revoke_endpoint is 'Revokes an endpoint of the human, as revoke_endpoint.';
revoke all on function switchboard.owner_revoke_endpoint from public;
grant execute on function switchboard.owner_revoke_endpoint to switchboard_shim;
