-- who calls: the server, for every request; reads only
-- errors: SB401
create or replace function switchboard.authenticate(p_credential_hash bytea) returns switchboard.authenticated_endpoint
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_endpoint record;
begin
    -- By the hash alone: beside "revoked_at is null" the index of live slugs would fit too, and be read from end to end.
    select e.id, e.agent_id, a.human_id, e.slug, e.queues, e.verbs, e.expires_at, e.revoked_at into v_endpoint
    from switchboard.endpoints as e
    inner join switchboard.agents as a on e.agent_id = a.id
    where e.credential_hash = p_credential_hash;
    if not found or switchboard._is_over(v_endpoint.revoked_at, v_endpoint.expires_at) then
        perform switchboard._raise_unauthenticated();
    end if;
    return row(
        v_endpoint.id, v_endpoint.agent_id, v_endpoint.human_id, v_endpoint.slug, v_endpoint.queues, v_endpoint.verbs,
        v_endpoint.expires_at
    )::switchboard.authenticated_endpoint;
end
$$;
comment on function switchboard.authenticate is
'Whose credential this is, by its SHA-256, and what its endpoint may do. SB401 for unknown, revoked and expired alike.';
revoke all on function switchboard.authenticate from public;
grant execute on function switchboard.authenticate to switchboard_shim;
