-- who calls: the server, for the sessions whose event streams are open; reads only
create or replace function switchboard.live_sessions(p_session_hashes bytea[]) returns setof bytea
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
begin
    return query
    select s.session_hash
    from switchboard.board_sessions as s
    where s.session_hash = any(p_session_hashes) and s.expires_at > switchboard._now();
end
$$;
comment on function switchboard.live_sessions is 'Those of the digests whose session is live.';
revoke all on function switchboard.live_sessions from public;
grant execute on function switchboard.live_sessions to switchboard_shim;
