-- tables: todo_events (insert)
-- Not pinned, since every transition would pay for it: all its callers are, and a look-up by primary key has one plan.
create or replace function switchboard._record_event(
    p_todo switchboard.todo_row, p_now timestamptz, p_event text, p_outcome text default null, p_context jsonb default null
) returns void
language plpgsql
as $$
begin
    insert into switchboard.todo_events (occurred_at, endpoint_id, seq, attempt, queue, todo_id, event, from_state, outcome, context)
    select
        p_now,
        t.endpoint_id,
        case when p_outcome is not null or p_event in ('claimed', 'interrupted', 'resumed') then t.attempts_total end,
        t.attempt,
        t.queue,
        t.id,
        p_event,
        case when p_todo.dead_letter then 'dead_letter' else p_todo.state end,
        p_outcome,
        p_context
    from switchboard.todos as t
    where t.id = p_todo.id;
end
$$;
comment on function switchboard._record_event is
'Writes the event of a transition, after the transition. p_todo: the todo as it was before.';
revoke all on function switchboard._record_event from public;
