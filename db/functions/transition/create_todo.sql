-- transition: (none) -> pending
-- who calls: producers
-- locks: none; a rival create of the same key makes it wait for that transaction
-- tables: todos (insert), todo_events (insert)
-- errors: SB401, SB403, SB400, SB409
create or replace function switchboard.create_todo(
    p_endpoint_id uuid,
    p_queue text,
    p_title text,
    p_payload jsonb default null,
    p_idempotency_key text default null,
    p_source text default null,
    p_kind text default null,
    p_assignee text default null,
    p_max_attempts integer default 5,
    p_routing jsonb default null
) returns switchboard.created_todo
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_caller switchboard.caller := switchboard._authorise(p_endpoint_id, 'create_todo');
begin
    return switchboard._create_todo(
        p_endpoint_id, v_caller.queues, switchboard._now(), p_queue, p_title, p_payload, p_idempotency_key, p_source, p_kind,
        p_assignee, p_max_attempts, p_routing
    );
end
$$;
comment on function switchboard.create_todo is
'Adds a todo to a granted queue.
p_queue, p_source, p_kind, p_assignee: 1 to 128 bytes without control characters; p_title: 1 to 1,024 bytes.
p_payload, p_routing: at most 1 MiB as text and 64 levels deep. p_max_attempts: 1 to 100, null for 5; at least 2 is wise, since a
claim whose answer is lost counts. p_assignee: the owner string (agent:<id> or op:<id>) of the only one who may claim it.
p_idempotency_key: at most 512 bytes, empty for none; while a todo with the key is live, it is answered with created false.';
revoke all on function switchboard.create_todo from public;
grant execute on function switchboard.create_todo to switchboard_shim, switchboard_producer;
