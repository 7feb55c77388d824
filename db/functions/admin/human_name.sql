-- who calls: the Board; reads only
-- errors: SB401
create or replace function switchboard.human_name(p_human_id uuid) returns text
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
    return (select h.name from switchboard.humans as h where h.id = p_human_id);
end
$$;
comment on function switchboard.human_name is 'The name of a human.';
revoke all on function switchboard.human_name from public;
grant execute on function switchboard.human_name to switchboard_shim;
