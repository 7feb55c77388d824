-- who calls: the Board, for every request; reads only
-- errors: SB401
create or replace function switchboard.session_human(p_session_hash bytea) returns uuid
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_human_id uuid;
begin
    select s.human_id into v_human_id
    from switchboard.board_sessions as s
    where s.session_hash = p_session_hash and s.expires_at > switchboard._now();
    if not found then
        perform switchboard._raise_unauthenticated();
    end if;
    return v_human_id;
end
$$;
comment on function switchboard.session_human is
'Who is signed in, by the SHA-256 of the session''s secret. SB401 for unknown, ended and expired alike.';
revoke all on function switchboard.session_human from public;
grant execute on function switchboard.session_human to switchboard_shim;
