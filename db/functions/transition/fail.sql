-- transition: claimed -> failed, parked for a retry (30 s doubling to 15 min) or, at the last attempt, as a dead letter
-- who calls: the holder
-- locks: the todo (waits)
-- tables: todo_attempts (update), todos (update), todo_events (insert)
-- errors: SB401, SB403, SB404, SB400, SB409
create or replace function switchboard.fail(
    p_endpoint_id uuid,
    p_todo_id text,
    p_result jsonb default null,
    p_summary text default null,
    p_artifact text default null,
    p_lease_token_hash bytea default null,
    p_summary_from_result boolean default false
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
    v_caller switchboard.caller := switchboard._authorise(p_endpoint_id, 'fail');
    v_todo switchboard.todo_row := switchboard._lock_todo(v_caller, p_todo_id);
    v_now timestamptz := switchboard._now();
    v_report switchboard.report;
begin
    perform switchboard._check_json('result', p_result);
    v_report := switchboard._report(p_summary, p_artifact, case when p_summary_from_result then p_result end);
    perform switchboard._check_hash('lease_token_hash', p_lease_token_hash);
    perform switchboard._check_holder(v_todo, v_caller.owner, p_lease_token_hash);
    return switchboard._fail(v_todo, v_now, p_result, v_report);
end
$$;
comment on function switchboard.fail is
'Ends an attempt at a held todo badly: the attempt closes failed, and the todo waits for its retry (next_retry_at: 30 s after
attempt 1, doubling, at most 15 minutes) or, at max_attempts, becomes a dead letter (dead_letter true). Arguments as complete.';
revoke all on function switchboard.fail from public;
grant execute on function switchboard.fail to switchboard_shim, switchboard_agent;
