-- transition: failed (parked or dead letter) -> pending, with a fresh attempt counter
-- who calls: the Board and operators
-- locks: the todo (waits)
-- tables: todos (update); attempts stay as they are, todo_events (insert)
-- errors: SB401, SB404, SB409
create or replace function switchboard.owner_retry(p_human_id uuid, p_todo_id text) returns switchboard.todo_row
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_todo switchboard.todo_row;
    v_now timestamptz;
    v_moved switchboard.todo_row;
begin
    perform switchboard._authorise_human(p_human_id);
    v_todo := switchboard._lock_owned_todo(p_human_id, p_todo_id);
    v_now := switchboard._now();
    -- A todo of a revoked or expired endpoint would wait for ever: nobody may claim it.
    if v_todo.state <> 'failed' or (
        select switchboard._is_over(e.revoked_at, e.expires_at)
        from switchboard.endpoints as e
        where e.id = (select t.endpoint_id from switchboard.todos as t where t.id = p_todo_id)
    ) then
        perform switchboard._raise_conflict();
    end if;
    begin
        update switchboard.todos as t set
            state = 'pending',
            owner = null,
            attempt = 0,
            lease_expires_at = null,
            next_retry_at = null,
            claimed_at = null,
            completed_at = null,
            result = null,
            updated_at = v_now
        where t.id = p_todo_id
        returning (switchboard._todo_row(t)).* into v_moved;
    exception when unique_violation then
        -- A dead letter let its idempotency key go, and a newer live todo has it: behaviour [81].
        perform switchboard._raise_conflict();
    end;
    perform switchboard._record_event(v_todo, v_now, 'retried');
    return v_moved;
end
$$;
comment on function switchboard.owner_retry is
'Puts a failed todo, parked or dead, back to pending at once with attempt 0. Its history and attempts_total stay, so the next
claim has attempt 1 and the next seq. SB409 from other states, or when a newer live todo holds its idempotency key.';
revoke all on function switchboard.owner_retry from public;
grant execute on function switchboard.owner_retry to switchboard_shim, switchboard_operator;
