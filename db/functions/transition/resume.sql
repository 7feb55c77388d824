-- transition: input-required | auth-required -> claimed
-- who calls: the holder that interrupted
-- locks: the todo (waits)
-- tables: todos (update), todo_events (insert)
-- errors: SB401, SB403, SB404, SB400, SB409
create or replace function switchboard.resume(
    p_endpoint_id uuid,
    p_todo_id text,
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
    v_caller switchboard.caller := switchboard._authorise(p_endpoint_id, 'resume');
    v_todo switchboard.todo_row := switchboard._lock_todo(v_caller, p_todo_id);
    v_now timestamptz := switchboard._now();
    v_moved switchboard.todo_row;
begin
    perform switchboard._check_hash('lease_token_hash', p_lease_token_hash);
    perform switchboard._check_holder(v_todo, v_caller.owner, p_lease_token_hash, '{input-required,auth-required}');
    update switchboard.todos as t set
        state = 'claimed',
        updated_at = v_now
    where t.id = p_todo_id
    returning (switchboard._todo_row(t)).* into v_moved;
    perform switchboard._record_event(v_todo, v_now, 'resumed');
    return v_moved;
end
$$;
comment on function switchboard.resume is
'Takes an interrupted todo up again, with the deadline it had: send a heartbeat next, since it may have passed.
Fenced as a report is.';
revoke all on function switchboard.resume from public;
grant execute on function switchboard.resume to switchboard_shim, switchboard_agent;
