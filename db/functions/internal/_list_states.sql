-- Which states a filter reads from todos_list_idx. Dead letters have an index of their own.
create or replace function switchboard._list_states(p_filter text) returns text[]
language sql
immutable
as $$
    select
        case coalesce(p_filter, 'all')
            when 'all' then array[
                'pending', 'claimed', 'input-required', 'auth-required', 'failed', 'done', 'canceled', 'rejected'
            ]
            when 'dead_letter' then '{}'
            else array[p_filter]
        end
$$;
comment on function switchboard._list_states is 'The states that a filter covers: all, dead_letter (none of them whole) or a state; null means all.';
revoke all on function switchboard._list_states from public;
