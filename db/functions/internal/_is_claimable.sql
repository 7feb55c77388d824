-- The one rule of what may be claimed (behaviour 2.3). A lapsed lease on the last attempt is for the reaper alone.
create or replace function switchboard._is_claimable(p_todo switchboard.todo_row, p_owner text, p_now timestamptz) returns boolean
language sql
immutable
as $$
    select
        (p_todo.assignee is null or p_todo.assignee = p_owner)
        and (
            p_todo.state = 'pending'
            or (p_todo.state = 'claimed' and p_todo.lease_expires_at < p_now and p_todo.attempt < p_todo.max_attempts)
            -- A dead letter has no retry time, and null would slip through a caller's "if not".
            or (p_todo.state = 'failed' and coalesce(p_todo.next_retry_at <= p_now, false) and p_todo.attempt < p_todo.max_attempts)
        )
$$;
comment on function switchboard._is_claimable is 'Whether p_owner may claim a todo at p_now.';
revoke all on function switchboard._is_claimable from public;
