-- transition: claimed -> pending
-- who calls: the holder
-- locks: the todo (waits)
-- tables: todo_attempts (update), todos (update), todo_events (insert)
-- errors: SB401, SB403, SB404, SB400, SB409
create or replace function switchboard.release(
    p_endpoint_id uuid,
    p_todo_id text,
    p_summary text default null,
    p_artifact text default null,
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
    v_caller switchboard.caller := switchboard._authorise(p_endpoint_id, 'release');
    v_todo switchboard.todo_row := switchboard._lock_todo(v_caller, p_todo_id);
    v_now timestamptz := switchboard._now();
    v_report switchboard.report := switchboard._report(p_summary, p_artifact);
begin
    perform switchboard._check_hash('lease_token_hash', p_lease_token_hash);
    perform switchboard._check_holder(v_todo, v_caller.owner, p_lease_token_hash);
    return switchboard._release(v_todo, v_now, v_report);
end
$$;
comment on function switchboard.release is
'Hands a held todo back to pending without a verdict: no back-off, the attempt counter stays, and its attempt closes released.
The claim has been counted, so the next one counts on. Arguments as complete, without a result.';
revoke all on function switchboard.release from public;
grant execute on function switchboard.release to switchboard_shim, switchboard_agent;
