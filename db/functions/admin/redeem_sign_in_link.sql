-- who calls: the server, when somebody presses the button of the sign-in page
-- locks: the link (waits)
-- tables: sign_in_links (delete), board_sessions (insert)
-- errors: SB400, SB401, SB409
create or replace function switchboard.redeem_sign_in_link(p_token_hash bytea, p_session_hash bytea) returns uuid
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_link switchboard.sign_in_links;
    v_now timestamptz;
begin
    if p_token_hash is null or p_session_hash is null then
        perform switchboard._raise_invalid('token_hash and session_hash', 'are required');
    end if;
    perform switchboard._check_hash('token_hash', p_token_hash);
    perform switchboard._check_hash('session_hash', p_session_hash);
    -- Of two at once the second waits here and then finds nothing.
    delete from switchboard.sign_in_links as l where l.token_hash = p_token_hash returning l.* into v_link;
    v_now := switchboard._now();
    if v_link.token_hash is null or v_link.expires_at <= v_now then
        perform switchboard._raise_unauthenticated();
    end if;
    insert into switchboard.board_sessions (session_hash, human_id, created_at, expires_at)
    values (p_session_hash, v_link.human_id, v_now, v_now + interval '30 days')
    on conflict (session_hash) do nothing;
    if not found then
        perform switchboard._raise_taken('a session of that digest exists');
    end if;
    return v_link.human_id;
end
$$;
comment on function switchboard.redeem_sign_in_link is
'Uses up a sign-in link and opens a session of 30 days; answers whose. SB401, the same for all, when the link is unknown, used or
expired. A refusal uses nothing up.';
revoke all on function switchboard.redeem_sign_in_link from public;
grant execute on function switchboard.redeem_sign_in_link to switchboard_shim;
