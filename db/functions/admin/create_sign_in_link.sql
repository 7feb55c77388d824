-- who calls: the command line and the server, for a human who wants to sign in to the Board
-- tables: sign_in_links (insert, delete), board_sessions (delete)
-- errors: SB404, SB400, SB409
create or replace function switchboard.create_sign_in_link(p_human_id uuid, p_token_hash bytea) returns void
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_now timestamptz := switchboard._now();
begin
    if not exists (select from switchboard.humans as h where h.id = p_human_id) then
        perform switchboard._raise_not_found();
    end if;
    if p_token_hash is null then
        perform switchboard._raise_invalid('token_hash', 'is required');
    end if;
    perform switchboard._check_hash('token_hash', p_token_hash);
    -- What has expired goes when its human comes back, so neither table grows.
    delete from switchboard.sign_in_links as l where l.human_id = p_human_id and l.expires_at <= v_now;
    delete from switchboard.board_sessions as s where s.human_id = p_human_id and s.expires_at <= v_now;
    insert into switchboard.sign_in_links (token_hash, human_id, created_at, expires_at)
    values (p_token_hash, p_human_id, v_now, v_now + interval '15 minutes')
    on conflict (token_hash) do nothing;
    if not found then
        perform switchboard._raise_taken('a sign-in link with that token exists');
    end if;
end
$$;
comment on function switchboard.create_sign_in_link is
'Lets whoever has the token of this digest sign in as the human, once, within 15 minutes. Other links stay valid.';
revoke all on function switchboard.create_sign_in_link from public;
grant execute on function switchboard.create_sign_in_link to switchboard_shim;
