-- What the owner_* functions would accept now, in the order in which a person would think of it.
create or replace function switchboard._owner_actions(
    p_todo switchboard.todo_row, p_owner text, p_now timestamptz, p_endpoint_is_over boolean
) returns text[]
language sql
immutable
as $$
    select
        case when switchboard._is_claimable(p_todo, p_owner, p_now) then array['claim'] else '{}' end
        || case
            when p_todo.state = 'claimed' and p_todo.owner = p_owner then array['complete', 'fail', 'extend', 'release']
            else '{}'
        end
        || case when p_todo.state = 'failed' and not p_endpoint_is_over then array['retry'] else '{}' end
        || case
            when p_todo.state in ('pending', 'claimed', 'input-required', 'auth-required') then array['cancel']
            else '{}'
        end
$$;
comment on function switchboard._owner_actions is
'Which of claim, complete, fail, extend, release, retry and cancel the owning human may do to a todo now.';
revoke all on function switchboard._owner_actions from public;
