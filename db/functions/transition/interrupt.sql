-- transition: claimed -> input-required | auth-required
-- who calls: the holder, while it waits for a person
-- locks: the todo (waits)
-- tables: todos (update), todo_events (insert)
-- errors: SB401, SB403, SB404, SB400, SB409
create or replace function switchboard.interrupt(
    p_endpoint_id uuid,
    p_todo_id text,
    p_state text,
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
    v_caller switchboard.caller := switchboard._authorise(p_endpoint_id, 'interrupt');
    v_todo switchboard.todo_row := switchboard._lock_todo(v_caller, p_todo_id);
    v_now timestamptz := switchboard._now();
    v_moved switchboard.todo_row;
begin
    if p_state is null or p_state not in ('input-required', 'auth-required') then
        perform switchboard._raise_invalid('state', 'must be input-required or auth-required');
    end if;
    perform switchboard._check_hash('lease_token_hash', p_lease_token_hash);
    perform switchboard._check_holder(v_todo, v_caller.owner, p_lease_token_hash);
    update switchboard.todos as t set
        state = p_state,
        updated_at = v_now
    where t.id = p_todo_id
    returning (switchboard._todo_row(t)).* into v_moved;
    perform switchboard._record_event(v_todo, v_now, 'interrupted');
    return v_moved;
end
$$;
comment on function switchboard.interrupt is
'Sets a held todo aside until a person answers: p_state is input-required or auth-required. Lease and attempt stay open, but
the deadline stops counting: an interrupted todo is neither reaped nor taken over. Fenced as a report is.';
revoke all on function switchboard.interrupt from public;
grant execute on function switchboard.interrupt to switchboard_shim, switchboard_agent;
