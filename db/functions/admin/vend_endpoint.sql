-- who calls: operators
-- locks: an expired endpoint of the same slug and its todos, to revoke it first; then as _admit_queues
-- tables: endpoints (insert), queue_labels (insert)
-- errors: SB404, SB400, SB409
create or replace function switchboard.vend_endpoint(
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
declare
    v_id uuid;
    v_rolsuper boolean;
    v_expires_at timestamptz;
begin
    if not exists (select from switchboard.agents as a where a.id = p_agent_id) then
        perform switchboard._raise_not_found();
    end if;
    if p_slug is null or p_slug !~ '^[a-z0-9][a-z0-9-]{0,62}$' then
        perform switchboard._raise_invalid(
            'slug', 'must be 1 to 63 lower-case letters, digits and hyphens, and start with a letter or digit'
        );
    end if;
    perform switchboard._check_scope(p_queues, p_verbs);
    perform switchboard._check_hash('credential_hash', p_credential_hash);
    if p_credential_hash is null and p_db_role is null then
        perform switchboard._raise_invalid('credential_hash', 'or db_role is required: otherwise nobody could act for the endpoint');
    end if;
    if not isfinite(p_expires_at) or p_expires_at <= switchboard._now() then
        perform switchboard._raise_invalid('expires_at', 'must be a time in the future');
    end if;
    if extract(epoch from p_default_lease_ttl) not between 60 and 86400 then
        perform switchboard._raise_invalid('default_lease_ttl', 'must be 60 seconds to 24 hours');
    end if;
    if p_db_role is not null then
        select r.rolsuper into v_rolsuper from pg_roles as r where r.rolname = p_db_role;
        if not found or v_rolsuper or starts_with(p_db_role, 'switchboard_') then
            perform switchboard._raise_invalid('db_role', 'must be an existing role that is no superuser and none of ours');
        end if;
    end if;
    -- An expired endpoint that the sweep has not met yet must not hold its slug.
    select e.id, e.expires_at into v_id, v_expires_at
    from switchboard.endpoints as e
    where e.slug = p_slug and e.revoked_at is null;
    if v_expires_at <= switchboard._now() then
        perform switchboard.revoke_endpoint(v_id);
    end if;
    insert into switchboard.endpoints as e (
        agent_id, slug, queues, verbs, credential_hash, expires_at, default_lease_ttl, db_role
    ) values (
        p_agent_id, p_slug, p_queues, p_verbs, p_credential_hash, p_expires_at, p_default_lease_ttl, p_db_role
    )
    on conflict do nothing
    returning e.id into v_id;
    if not found then
        perform switchboard._raise_taken('a live endpoint has that slug, or an endpoint that credential');
    end if;
    perform switchboard._admit_queues(p_queues);
    return v_id;
end
$$;
comment on function switchboard.vend_endpoint is
'Gives an agent an endpoint and answers its id.
p_slug: [a-z0-9][a-z0-9-]{0,62}, unique among live endpoints. p_queues, p_verbs: its scope; drain_verbs() suits a worker.
p_credential_hash: SHA-256 of the bearer credential. p_db_role: a role whose users may act for it from SQL. One of the two is needed.
p_expires_at: when it stops; null for never. p_default_lease_ttl: 60 s to 24 h; null for 300 s.';
revoke all on function switchboard.vend_endpoint from public;
grant execute on function switchboard.vend_endpoint to switchboard_operator;
