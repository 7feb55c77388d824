-- transition: pending | claimed (lapsed) | failed (due) -> claimed
-- who calls: workers that want one certain todo
-- locks: the todo (waits)
-- tables: todo_attempts (update of a lapsed one, insert, delete over the cap), todos (update), todo_events (insert)
-- errors: SB401, SB403, SB404, SB400, SB409
create or replace function switchboard.claim(
    p_endpoint_id uuid,
    p_todo_id text,
    p_lease_ttl interval default null,
    p_claimant text default null,
    p_session text default null,
    p_lease_token_hash bytea default null
) returns switchboard.claimed_todo
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_caller switchboard.caller := switchboard._authorise(p_endpoint_id, 'claim');
    v_todo switchboard.todo_row := switchboard._lock_todo(v_caller, p_todo_id);
    v_now timestamptz := switchboard._now();
    v_request switchboard.lease_request := switchboard._lease_request(
        v_caller, p_lease_ttl, p_claimant, p_session, p_lease_token_hash
    );
begin
    if not switchboard._is_claimable(v_todo, v_caller.owner, v_now) then
        perform switchboard._raise_conflict();
    end if;
    return switchboard._claim(v_todo, v_now, v_request);
end
$$;
comment on function switchboard.claim is
'Claims one todo by id and opens an attempt. SB409 when it is not claimable now: held, waiting for its retry, finished, or
assigned to somebody else. Arguments and answer as claim_next.';
revoke all on function switchboard.claim from public;
grant execute on function switchboard.claim to switchboard_shim, switchboard_agent;
