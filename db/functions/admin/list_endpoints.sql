-- who calls: operators; reads only
create or replace function switchboard.list_endpoints() returns setof switchboard.endpoint_row
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
begin
    return query select e.* from switchboard._endpoints() as e order by e.created_at, e.endpoint_id;
end
$$;
comment on function switchboard.list_endpoints is 'Every endpoint, oldest first, revoked ones included; never a credential or its hash.';
revoke all on function switchboard.list_endpoints from public;
grant execute on function switchboard.list_endpoints to switchboard_operator;
