-- transition: pending | claimed (lapsed) | failed (due) -> claimed, held by the human
-- who calls: the Board
-- locks: the todo (waits)
-- tables: todo_attempts (update of a lapsed one, insert, delete over the cap), todos (update), todo_events (insert)
-- errors: SB401, SB404, SB409
create or replace function switchboard.owner_claim(
    p_human_id uuid,
    p_todo_id text,
    p_lease_ttl interval default '5 minutes'
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
    v_owner text := switchboard._authorise_human(p_human_id);
    v_todo switchboard.todo_row := switchboard._lock_owned_todo(p_human_id, p_todo_id);
    v_now timestamptz := switchboard._now();
begin
    if not switchboard._is_claimable(v_todo, v_owner, v_now) then
        perform switchboard._raise_conflict();
    end if;
    return switchboard._claim(
        v_todo, v_now, row('owner', null, v_owner, null, null, switchboard._lease_ttl(p_lease_ttl, null), null)::switchboard.lease_request
    );
end
$$;
comment on function switchboard.owner_claim is
'A human claims a todo of one of their endpoints, for 5 minutes unless p_lease_ttl says otherwise (at most 24 h). Unfenced.
Answers as claim.';
revoke all on function switchboard.owner_claim from public;
grant execute on function switchboard.owner_claim to switchboard_shim;
