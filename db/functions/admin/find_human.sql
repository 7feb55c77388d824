-- who calls: operators; reads only
-- errors: SB404
create or replace function switchboard.find_human(p_name text) returns uuid
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_id uuid;
begin
    select h.id into v_id from switchboard.humans as h where h.name = p_name;
    if not found then
        perform switchboard._raise_not_found();
    end if;
    return v_id;
end
$$;
comment on function switchboard.find_human is 'The id of the human of that name; SB404 when there is none.';
revoke all on function switchboard.find_human from public;
grant execute on function switchboard.find_human to switchboard_operator;
