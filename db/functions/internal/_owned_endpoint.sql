-- errors: SB401, SB404
create or replace function switchboard._owned_endpoint(p_human_id uuid, p_endpoint_id uuid) returns switchboard.endpoint_row
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_endpoint switchboard.endpoint_row;
begin
    perform switchboard._authorise_human(p_human_id);
    select e.* into v_endpoint
    from switchboard._endpoints() as e
    where e.endpoint_id = p_endpoint_id and e.human_id = p_human_id;
    if not found then
        perform switchboard._raise_not_found();
    end if;
    return v_endpoint;
end
$$;
comment on function switchboard._owned_endpoint is 'An endpoint of the human, or SB404.';
revoke all on function switchboard._owned_endpoint from public;
