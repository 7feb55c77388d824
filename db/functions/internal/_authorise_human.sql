-- errors: SB401
create or replace function switchboard._authorise_human(p_human_id uuid) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
begin
    if not exists (select from switchboard.humans as h where h.id = p_human_id) then
        perform switchboard._raise_unauthenticated();
    end if;
    return 'op:' || p_human_id;
end
$$;
comment on function switchboard._authorise_human is
'Lets a human in and answers the owner string of the leases they take from the Board.
Which database roles may act for humans is a matter of execute rights alone.';
revoke all on function switchboard._authorise_human from public;
