-- transition: claimed -> failed
-- who calls: the Board, for the human's own lease
-- locks: the todo (waits)
-- tables: todo_attempts (update), todos (update), todo_events (insert)
-- errors: SB401, SB404, SB400, SB409
create or replace function switchboard.owner_fail(
    p_human_id uuid,
    p_todo_id text,
    p_result jsonb default '{}',
    p_summary text default null,
    p_artifact text default null
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
    v_report switchboard.report := switchboard._report(p_summary, p_artifact);
begin
    perform switchboard._check_json('result', p_result);
    perform switchboard._check_holder(v_todo, v_owner);
    return switchboard._fail(v_todo, v_now, p_result, v_report);
end
$$;
comment on function switchboard.owner_fail is
'A human ends an attempt that they hold badly: a retry after the back-off, or a dead letter. Arguments as complete; no fence.';
revoke all on function switchboard.owner_fail from public;
grant execute on function switchboard.owner_fail to switchboard_shim;
