-- tables: todo_attempts (update)
create or replace function switchboard._close_attempt(
    p_todo switchboard.todo_row, p_now timestamptz, p_outcome text, p_disposition text, p_report switchboard.report default null
) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
begin
    update switchboard.todo_attempts as a set
        ended_at = p_now,
        outcome = p_outcome,
        disposition = p_disposition,
        summary = p_report.summary,
        summary_truncated = coalesce(p_report.summary_truncated, false),
        artifact = p_report.artifact
    where a.todo_id = p_todo.id and a.seq = p_todo.attempts_total and a.ended_at is null;
end
$$;
comment on function switchboard._close_attempt is
'Closes the open attempt of a todo whose row is locked; nothing happens when it has none.';
revoke all on function switchboard._close_attempt from public;
