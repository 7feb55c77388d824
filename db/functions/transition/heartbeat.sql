-- transition: claimed -> claimed, with a new deadline
-- who calls: the holder, before the lease lapses; works after the lapse too until somebody reaps or takes over
-- locks: the todo (waits)
-- tables: todos (update), todo_attempts (update)
-- errors: SB401, SB403, SB404, SB400, SB409
create or replace function switchboard.heartbeat(
    p_endpoint_id uuid,
    p_todo_id text,
    p_lease_ttl interval default null,
    p_lease_token_hash bytea default null
) returns switchboard.todo_row
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_caller switchboard.caller := switchboard._authorise(p_endpoint_id, 'heartbeat');
    v_todo switchboard.todo_row := switchboard._lock_todo(v_caller, p_todo_id);
    v_now timestamptz := switchboard._now();
begin
    perform switchboard._check_hash('lease_token_hash', p_lease_token_hash);
    perform switchboard._check_holder(v_todo, v_caller.owner, p_lease_token_hash);
    return switchboard._extend(v_todo, v_now, switchboard._lease_ttl(p_lease_ttl, v_caller.default_lease_ttl));
end
$$;
comment on function switchboard.heartbeat is
'Sets the lease of a held todo to p_lease_ttl from now (a shorter one shortens it) and notes the time on its attempt.
p_lease_ttl as in claim_next; p_lease_token_hash: the digest of the claim''s token, null when it had none.
SB409 means that the lease is lost: stop working.';
revoke all on function switchboard.heartbeat from public;
grant execute on function switchboard.heartbeat to switchboard_shim, switchboard_agent;
