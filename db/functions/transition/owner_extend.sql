-- transition: claimed -> claimed, with a new deadline
-- who calls: the Board
-- locks: the todo (waits)
-- tables: todos (update), todo_attempts (update)
-- errors: SB401, SB404, SB409
create or replace function switchboard.owner_extend(
    p_human_id uuid,
    p_todo_id text,
    p_lease_ttl interval default '5 minutes'
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
    v_owner text := switchboard._authorise_human(p_human_id);
    v_todo switchboard.todo_row := switchboard._lock_owned_todo(p_human_id, p_todo_id);
    v_now timestamptz := switchboard._now();
begin
    perform switchboard._check_holder(v_todo, v_owner);
    return switchboard._extend(v_todo, v_now, switchboard._lease_ttl(p_lease_ttl, null));
end
$$;
comment on function switchboard.owner_extend is
'Sets the human''s own lease to p_lease_ttl from now: 5 minutes by default, at most 24 h. SB409 when an agent holds it.';
revoke all on function switchboard.owner_extend from public;
grant execute on function switchboard.owner_extend to switchboard_shim;
