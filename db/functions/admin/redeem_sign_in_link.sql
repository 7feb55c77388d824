-- who calls: the Board
-- locks: the link (waits: of two at once one wins), then its human (shared, by the foreign key)
-- tables: sign_in_links (delete), board_sessions (insert)
-- errors: SB401, SB400, SB409
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
    v_human_id uuid;
    v_expires_at timestamptz;
    v_now timestamptz;
begin
    -- A refusal below undoes this, too: the link is burnt only when there is a session.
    delete from switchboard.sign_in_links as l
    where l.token_hash = p_token_hash
    returning l.human_id, l.expires_at into v_human_id, v_expires_at;
    -- After the wait for a rival, which may have lasted until the link expired.
    v_now := switchboard._now();
    if v_human_id is null or v_expires_at <= v_now then
        perform switchboard._raise_unauthenticated();
    end if;
    if p_session_hash is null then
        perform switchboard._raise_invalid('session_hash', 'is required');
    end if;
    perform switchboard._check_hash('session_hash', p_session_hash);
    insert into switchboard.board_sessions (session_hash, human_id, created_at, expires_at)
    values (p_session_hash, v_human_id, v_now, v_now + interval '30 days')
    on conflict do nothing;
    if not found then
        perform switchboard._raise_taken('a session has that secret');
    end if;
    return v_human_id;
end
$$;
comment on function switchboard.redeem_sign_in_link is
'Uses a sign-in link up and opens a session of 30 days; answers whose it is. SB401 for a link that is unknown, used or expired alike.
p_session_hash: SHA-256 of the session''s secret; SB409 when a session has it. A link that is refused for its session stays.';
revoke all on function switchboard.redeem_sign_in_link from public;
grant execute on function switchboard.redeem_sign_in_link to switchboard_shim;
