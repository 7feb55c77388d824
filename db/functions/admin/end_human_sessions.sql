-- who calls: operators and the Board
-- locks: the human's links, then the human's sessions (waits)
-- tables: sign_in_links (delete), board_sessions (delete)
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
    -- Links first: this waits for one that is being redeemed, and the next statement then sees the session that came of it.
    delete from switchboard.sign_in_links as l where l.human_id = p_human_id;
    with ended as (
        delete from switchboard.board_sessions as s
        where s.human_id = p_human_id
        returning s.expires_at
    )

    select (count(*) filter (where e.expires_at > switchboard._now()))::integer into v_ended from ended as e;
    return v_ended;
end
$$;
comment on function switchboard.end_human_sessions is
'Signs a human out of every browser and voids the sign-in links that they have not used. Answers how many live sessions were ended.';
revoke all on function switchboard.end_human_sessions from public;
grant execute on function switchboard.end_human_sessions to switchboard_shim, switchboard_operator;
