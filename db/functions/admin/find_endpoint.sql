-- who calls: operators; reads only
-- errors: SB404
create or replace function switchboard.find_endpoint(p_slug text) returns switchboard.endpoint_row
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_endpoint switchboard.endpoint_row;
begin
    -- The composite type has lost the collation of the column, and with it the index.
    select e.* into v_endpoint
    from switchboard._endpoints() as e
    where e.slug = p_slug collate "C" and e.revoked_at is null;
    if not found then
        perform switchboard._raise_not_found();
    end if;
    return v_endpoint;
end
$$;
comment on function switchboard.find_endpoint is 'The endpoint of that slug that is not revoked; SB404 when there is none.';
revoke all on function switchboard.find_endpoint from public;
grant execute on function switchboard.find_endpoint to switchboard_operator;
