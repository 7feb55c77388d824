-- Which states a filter reads from todos_list_idx. Dead letters have an index of their own.
create or replace function switchboard._list_states(p_filter text) returns text[]
language sql
immutable
as $$
    select
        case
            when p_filter = 'dead_letter' then '{}'
            when p_filter <> 'all' then array[p_filter]
            else array['pending', 'claimed', 'input-required', 'auth-required', 'failed', 'done', 'canceled', 'rejected']
        end
$$;
comment on function switchboard._list_states is 'The states that a filter covers: all, dead_letter (none of them whole) or a state; null means all.';
revoke all on function switchboard._list_states from public;
