-- who calls: the server and the command line
-- locks: the human (shared, by the foreign key); its expired links and sessions (skips locked ones)
-- tables: sign_in_links (insert and delete), board_sessions (delete)
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
    insert into switchboard.sign_in_links (token_hash, human_id, created_at, expires_at)
    values (p_token_hash, p_human_id, v_now, v_now + interval '15 minutes')
    on conflict do nothing;
    if not found then
        perform switchboard._raise_taken('a sign-in link has that token');
    end if;
    -- Nobody sweeps these tables. Skipping what is locked, two of one human's calls never wait for each other.
    delete from switchboard.sign_in_links as l
    where
        l.token_hash = any(
            array(
                select x.token_hash
                from switchboard.sign_in_links as x
                where x.human_id = p_human_id and x.expires_at <= v_now
                for update skip locked
            )
        );
    delete from switchboard.board_sessions as s
    where
        s.session_hash = any(
            array(
                select x.session_hash
                from switchboard.board_sessions as x
                where x.human_id = p_human_id and x.expires_at <= v_now
                for update skip locked
            )
        );
end
$$;
comment on function switchboard.create_sign_in_link is
'Makes a link that signs the human in to the Board, once, within 15 minutes. p_token_hash: SHA-256 of the token in the link; SB409 when
a link has it. Links and sessions of the human that have expired are deleted on the way.';
revoke all on function switchboard.create_sign_in_link from public;
grant execute on function switchboard.create_sign_in_link to switchboard_shim;
