-- who calls: operators, when a link or a device has got into wrong hands
-- locks: the human's links, then their sessions (waits)
-- tables: sign_in_links, board_sessions (delete)
-- errors: SB404
create or replace function switchboard.end_human_sessions(p_human_id uuid) returns integer
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_ended integer;
begin
    if not exists (select from switchboard.humans as h where h.id = p_human_id) then
        perform switchboard._raise_not_found();
    end if;
    -- In the order of redeem_sign_in_link: one that is under way opens its session before this looks for sessions.
    delete from switchboard.sign_in_links as l where l.human_id = p_human_id;
    delete from switchboard.board_sessions as s where s.human_id = p_human_id;
    get diagnostics v_ended = row_count;
    return v_ended;
end
$$;
comment on function switchboard.end_human_sessions is
'Signs a human out everywhere and voids their sign-in links; answers how many sessions that ended.';
revoke all on function switchboard.end_human_sessions from public;
grant execute on function switchboard.end_human_sessions to switchboard_shim, switchboard_operator;
