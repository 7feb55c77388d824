-- The one place that maps the table to what clients see. Inlined by the planner: it reads no column that is not asked for.
create or replace function switchboard._todo_row(p_todo switchboard.todos) returns switchboard.todo_row
language sql
immutable
as $$
    select row(
        p_todo.id, p_todo.queue, p_todo.source, p_todo.kind, p_todo.title, p_todo.state, p_todo.owner, p_todo.assignee,
        p_todo.attempt, p_todo.max_attempts, p_todo.lease_expires_at, p_todo.next_retry_at,
        p_todo.state = 'failed' and p_todo.next_retry_at is null,
        p_todo.created_at, p_todo.updated_at, p_todo.claimed_at, p_todo.completed_at,
        p_todo.payload_size, p_todo.attempts_total, p_todo.attempts_pruned
    )::switchboard.todo_row
$$;
comment on function switchboard._todo_row is 'A row of the table as clients see it, without payload, routing and result.';
revoke all on function switchboard._todo_row from public;
