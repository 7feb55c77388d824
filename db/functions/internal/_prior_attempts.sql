create or replace function switchboard._prior_attempts(p_todo switchboard.todo_row) returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
    if p_todo.attempts_total = p_todo.attempts_pruned then
        return '[]'::jsonb;
    end if;
    -- A history that cannot be read (a damaged page) must not keep the work from being done: behaviour [59].
    -- Cancellation is not among "others" and passes through.
    begin
        return switchboard._attempts_json(p_todo.id, p_todo.attempts_total - 4, p_todo.attempts_total);
    exception when others then
        raise warning 'switchboard: the prior attempts of todo % could not be read (%)', p_todo.id, sqlstate;
        return '[]'::jsonb;
    end;
end
$$;
comment on function switchboard._prior_attempts is
'The five newest attempts of a todo that is about to be claimed, newest first, after any lapsed one was closed.';
revoke all on function switchboard._prior_attempts from public;
