-- who calls: the Board
-- tables: board_sessions (delete)
create or replace function switchboard.end_session(p_session_hash bytea) returns void
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
begin
    delete from switchboard.board_sessions as s where s.session_hash = p_session_hash;
end
$$;
comment on function switchboard.end_session is 'Signs one browser out. A session that is unknown or has already ended is no error.';
revoke all on function switchboard.end_session from public;
grant execute on function switchboard.end_session to switchboard_shim;
