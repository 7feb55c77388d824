-- who calls: operators
-- tables: endpoints (update)
-- errors: SB404, SB400, SB409
create or replace function switchboard.rotate_credential(p_endpoint_id uuid, p_credential_hash bytea) returns void
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_revoked_at timestamptz;
begin
    select e.revoked_at into v_revoked_at from switchboard.endpoints as e where e.id = p_endpoint_id for no key update;
    if not found then
        perform switchboard._raise_not_found();
    end if;
    if p_credential_hash is null then
        perform switchboard._raise_invalid('credential_hash', 'is required');
    end if;
    perform switchboard._check_hash('credential_hash', p_credential_hash);
    if v_revoked_at is not null then
        perform switchboard._raise_taken('the endpoint is revoked');
    end if;
    update switchboard.endpoints as e set credential_hash = p_credential_hash where e.id = p_endpoint_id;
exception when unique_violation then
    perform switchboard._raise_taken('an endpoint has that credential');
end
$$;
comment on function switchboard.rotate_credential is
'Replaces an endpoint''s credential: the old one is refused at once, open leases stay. p_credential_hash: SHA-256 of the new one.
SB409 when the endpoint is revoked.';
revoke all on function switchboard.rotate_credential from public;
grant execute on function switchboard.rotate_credential to switchboard_operator;
