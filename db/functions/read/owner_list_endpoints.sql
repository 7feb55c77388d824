-- who calls: the Board; reads only
-- errors: SB401
create or replace function switchboard.owner_list_endpoints(p_human_id uuid) returns setof switchboard.endpoint_row
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
begin
    perform switchboard._authorise_human(p_human_id);
    return query
    select e.*
    from switchboard._endpoints() as e
    where e.human_id = p_human_id
    order by e.created_at, e.endpoint_id;
end
$$;
comment on function switchboard.owner_list_endpoints is 'The human''s endpoints, oldest first, revoked ones included.';
revoke all on function switchboard.owner_list_endpoints from public;
grant execute on function switchboard.owner_list_endpoints to switchboard_shim;
