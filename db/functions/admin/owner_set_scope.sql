-- who calls: the Board
-- tables: endpoints (update)
-- errors: SB401, SB404, SB400, SB409
create or replace function switchboard.owner_set_scope(
    p_human_id uuid, p_endpoint_id uuid, p_queues text[], p_verbs text[]
) returns void
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
begin
    perform switchboard._owned_endpoint(p_human_id, p_endpoint_id);
    perform switchboard.set_scope(p_endpoint_id, p_queues, p_verbs);
end
$$;
comment on function switchboard.owner_set_scope is 'Replaces the queues and verbs of an endpoint of the human, as set_scope.';
revoke all on function switchboard.owner_set_scope from public;
grant execute on function switchboard.owner_set_scope to switchboard_shim;
