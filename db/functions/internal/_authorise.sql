-- locks: none: a revocation that overtakes the caller is caught by the cascade, which locks every live todo
-- errors: SB401, SB403
create or replace function switchboard._authorise(p_endpoint_id uuid, variadic p_verbs text[]) returns switchboard.caller
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_endpoint record;
begin
    select e.id, e.agent_id, e.queues, e.verbs, e.default_lease_ttl, e.db_role, e.expires_at, e.revoked_at
    into v_endpoint
    from switchboard.endpoints as e
    where e.id = p_endpoint_id;
    if not found or switchboard._is_over(v_endpoint.revoked_at, v_endpoint.expires_at) then
        perform switchboard._raise_unauthenticated();
    end if;
    -- session_user is who logged in; current_user is this function's owner. The role may have been dropped since.
    if not pg_catalog.pg_has_role(session_user, 'switchboard_shim', 'usage')
        and not exists (
            select from pg_catalog.pg_roles as r
            where r.rolname = v_endpoint.db_role and pg_catalog.pg_has_role(session_user, r.oid, 'usage')
        )
    then
        perform switchboard._raise_forbidden('this database role may not act for the endpoint');
    end if;
    if not v_endpoint.verbs && p_verbs then
        perform switchboard._raise_forbidden(p_verbs[1] || ' is not granted to this endpoint');
    end if;
    return row(
        v_endpoint.id, v_endpoint.agent_id, 'agent:' || v_endpoint.agent_id, v_endpoint.queues, v_endpoint.default_lease_ttl
    )::switchboard.caller;
end
$$;
comment on function switchboard._authorise is
'Lets an endpoint in, or refuses it: live, this database role may act for it, one of the verbs granted (contract 1.1).
Scope comes from the stored row, never from the caller.';
revoke all on function switchboard._authorise from public;
