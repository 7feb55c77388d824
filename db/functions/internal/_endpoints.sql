-- The one place that maps an endpoint to what operators and owners see. Inlined: filters reach the indexes.
create or replace function switchboard._endpoints() returns setof switchboard.endpoint_row
language sql
stable
as $$
    select
        e.id,
        e.slug,
        a.id,
        a.name,
        h.id,
        h.name,
        e.queues,
        e.verbs,
        e.default_lease_ttl,
        e.db_role,
        e.credential_hash is not null,
        e.expires_at,
        e.revoked_at,
        e.created_at
    from switchboard.endpoints as e
    inner join switchboard.agents as a on e.agent_id = a.id
    inner join switchboard.humans as h on a.human_id = h.id
$$;
comment on function switchboard._endpoints is 'Every endpoint as operators and owners see it.';
revoke all on function switchboard._endpoints from public;
