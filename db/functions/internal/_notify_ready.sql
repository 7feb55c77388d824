-- Any role may listen, so it tells ids only (contract 2).
create or replace function switchboard._notify_ready(p_endpoint_id uuid, p_queue text, p_todo_id text, p_reason text) returns void
language sql
volatile
as $$
    select pg_catalog.pg_notify('switchboard_todo_ready', pg_catalog.json_build_object(
        'v', 1, 'endpoint_id', p_endpoint_id, 'queue', p_queue, 'todo_id', p_todo_id, 'reason', p_reason
    )::text)
$$;
comment on function switchboard._notify_ready is
'Tells listeners that a todo waits to be claimed. p_reason: created, requeued, or unclaimed for a reminder.';
revoke all on function switchboard._notify_ready from public;
