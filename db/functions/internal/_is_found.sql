-- What a search finds, apart from an id. Inlined by the planner.
create or replace function switchboard._is_found(p_todo switchboard.todos, p_search text, p_patterns text[]) returns boolean
language sql
immutable
as $$
    select
        coalesce(p_todo.source = p_search, false) or coalesce(p_todo.kind = p_search, false)
        or lower(p_todo.title) like all(p_patterns)
$$;
comment on function switchboard._is_found is 'Whether a todo has exactly this source or kind, or a title that, in lower case, fits all these patterns.';
revoke all on function switchboard._is_found from public;
