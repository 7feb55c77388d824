-- who calls: anybody who vends an endpoint; order is that of the MCP tool list
create or replace function switchboard.drain_verbs() returns text[]
language sql
immutable
security definer
set search_path = pg_catalog, pg_temp
as $$
    select array['list_todos', 'get_todo', 'claim', 'claim_next', 'complete', 'fail', 'release', 'heartbeat']
$$;
comment on function switchboard.drain_verbs is
'The verbs that a worker needs to drain a queue, in the order in which clients see them. vend grants these by default.';
revoke all on function switchboard.drain_verbs from public;
grant execute on function switchboard.drain_verbs
to switchboard_shim, switchboard_agent, switchboard_producer, switchboard_operator, switchboard_reader;
