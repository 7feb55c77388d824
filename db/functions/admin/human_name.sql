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
declare
    v_name text;
begin
    select h.name into v_name from switchboard.humans as h where h.id = p_human_id;
    if not found then
        perform switchboard._raise_unauthenticated();
    end if;
    return v_name;
end
$$;
comment on function switchboard.human_name is 'The name of the human who is signed in; SB401 when there is no such human.';
revoke all on function switchboard.human_name from public;
grant execute on function switchboard.human_name to switchboard_shim;
