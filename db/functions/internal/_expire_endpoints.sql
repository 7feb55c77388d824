-- transition: as revoke_endpoint, for endpoints past their expiry and for those revoked within the last hour
-- locks: as revoke_endpoint, endpoint by endpoint
-- tables: as revoke_endpoint
create or replace function switchboard._expire_endpoints() returns bigint
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_now timestamptz := switchboard._now();
    v_id uuid;
    v_expired bigint := 0::bigint;
begin
    for v_id in
        select e.id from switchboard.endpoints as e where e.revoked_at is null and e.expires_at <= v_now order by e.id limit 100
    loop
        perform switchboard.revoke_endpoint(v_id);
        v_expired := v_expired + 1;
    end loop;
    -- A create or retry that was under way when its endpoint was revoked left a todo that nobody may claim.
    for v_id in
        select e.id from switchboard.endpoints as e where e.revoked_at > v_now - interval '1 hour' order by e.id
    loop
        perform switchboard._dead_letter_endpoint_todos(v_id);
    end loop;
    return v_expired;
end
$$;
comment on function switchboard._expire_endpoints is
'Revokes up to 100 endpoints past their expiry and answers how many; repeats the cascade of endpoints revoked within the last hour.';
revoke all on function switchboard._expire_endpoints from public;
