-- who calls: the Board
-- tables: endpoints (update)
-- errors: SB401, SB404, SB400, SB409
create or replace function switchboard.owner_rotate_credential(
    p_human_id uuid, p_endpoint_id uuid, p_credential_hash bytea
) returns void
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
    perform switchboard.rotate_credential(p_endpoint_id, p_credential_hash);
end
$$;
comment on function switchboard.owner_rotate_credential is 'Replaces the credential of an endpoint of the human, as rotate_credential.';
revoke all on function switchboard.owner_rotate_credential from public;
grant execute on function switchboard.owner_rotate_credential to switchboard_shim;
