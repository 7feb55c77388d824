-- transition: claimed -> done
-- who calls: the holder
-- locks: the todo (waits)
-- tables: todo_attempts (update), todos (update), todo_events (insert)
-- errors: SB401, SB403, SB404, SB400, SB409
create or replace function switchboard.complete(
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
    v_caller switchboard.caller := switchboard._authorise(p_endpoint_id, 'complete');
    v_todo switchboard.todo_row := switchboard._lock_todo(v_caller, p_todo_id);
    v_now timestamptz := switchboard._now();
    v_report switchboard.report;
begin
    perform switchboard._check_json('result', p_result);
    v_report := switchboard._report(p_summary, p_artifact, case when p_summary_from_result then p_result end);
    perform switchboard._check_hash('lease_token_hash', p_lease_token_hash);
    perform switchboard._check_holder(v_todo, v_caller.owner, p_lease_token_hash);
    return switchboard._complete(v_todo, v_now, p_result, v_report);
end
$$;
comment on function switchboard.complete is
'Ends a held todo well; its attempt closes completed.
p_result: stored on the todo, null overwrites. p_summary: a note for later claimers, cut to 2,048 bytes; redact before you send.
p_artifact: mcp://cairn/<id> or an https URL, at most 512 bytes; anything else is SB400 and the todo stays claimed.
p_lease_token_hash: the digest of the claim''s token, null when it had none.
p_summary_from_result: take the result''s JSON as the summary when there is none.
Accepted after the lease lapsed as long as nobody reaped or took over. SB409 means that the lease is lost.';
revoke all on function switchboard.complete from public;
grant execute on function switchboard.complete to switchboard_shim, switchboard_agent;
