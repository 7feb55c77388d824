-- transition: as revoke_endpoint, for endpoints past their expiry and for those revoked within the last hour
-- who calls: any scheduler, any number at once
-- locks: as revoke_endpoint, endpoint by endpoint; gives up on one after 200 ms
-- tables: as revoke_endpoint
-- errors: SB400
create or replace function switchboard.expire_endpoints(p_limit integer default 100) returns bigint
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
set lock_timeout = '200ms' -- a caller who leaves a transaction open must not hold up the others' sweep
as $$
declare
    v_now timestamptz := switchboard._now();
    v_id uuid;
    v_expired bigint := 0::bigint;
begin
    perform switchboard._check_limit(p_limit);
    for v_id in
        select e.id from switchboard.endpoints as e where e.revoked_at is null and e.expires_at <= v_now order by e.id limit p_limit
    loop
        -- A block for each: one that is in use is left for the next sweep.
        begin
            perform from switchboard.endpoints as e where e.id = v_id and e.revoked_at is null for no key update skip locked;
            if found then
                perform switchboard.revoke_endpoint(v_id);
                v_expired := v_expired + 1;
            end if;
        exception when lock_not_available then
            null;
        end;
    end loop;
    -- A create or retry that was under way when its endpoint was revoked left a todo that nobody may claim.
    for v_id in
        select e.id from switchboard.endpoints as e where e.revoked_at > v_now - interval '1 hour' order by e.id
    loop
        begin
            perform switchboard._dead_letter_endpoint_todos(v_id);
        exception when lock_not_available then
            null;
        end;
    end loop;
    return v_expired;
end
$$;
comment on function switchboard.expire_endpoints is
'Revokes up to p_limit endpoints past their expiry, as revoke_endpoint does, and answers how many; also repeats the cascade of
endpoints revoked within the last hour. An endpoint whose todos somebody has locked is left for the next call.';
revoke all on function switchboard.expire_endpoints from public;
grant execute on function switchboard.expire_endpoints to switchboard_operator;
