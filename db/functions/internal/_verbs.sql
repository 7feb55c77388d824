-- Every verb that a scope may grant (contract 1.3).
create or replace function switchboard._verbs() returns text[]
language sql
immutable
as $$
    select switchboard.drain_verbs() || array['create_todo', 'interrupt', 'resume', 'cancel', 'reject']
$$;
comment on function switchboard._verbs is 'Every verb that a scope may grant: the drain verbs, create_todo and the task-state verbs.';
revoke all on function switchboard._verbs from public;
