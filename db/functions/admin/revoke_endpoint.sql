-- transition: pending | claimed | input-required | auth-required | failed (parked) -> failed (dead letter), all of the endpoint
-- who calls: operators, and the sweep for expired endpoints
-- locks: the endpoint (waits), then its live todos in id order (waits: skipping one would leave it open under a dead endpoint)
-- tables: endpoints (update), todo_attempts (update), todos (update), todo_events (insert)
-- errors: SB404
create or replace function switchboard.revoke_endpoint(p_endpoint_id uuid) returns integer
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
begin
    update switchboard.endpoints as e set
        revoked_at = coalesce(e.revoked_at, switchboard._now())
    where e.id = p_endpoint_id;
    if not found then
        perform switchboard._raise_not_found();
    end if;
    return switchboard._dead_letter_endpoint_todos(p_endpoint_id);
end
$$;
comment on function switchboard.revoke_endpoint is
'Ends an endpoint for good: its callers are refused from now on, its live todos become dead letters, its open attempts close
revoked. Answers how many attempts were closed. Revoking again is harmless. Done, canceled and rejected todos stay.';
revoke all on function switchboard.revoke_endpoint from public;
grant execute on function switchboard.revoke_endpoint to switchboard_operator;
