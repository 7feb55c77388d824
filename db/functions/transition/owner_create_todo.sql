-- transition: (none) -> pending
-- who calls: the Board and the command line, for the human who owns the endpoint
-- locks: none; a rival create of the same key makes it wait for that transaction
-- tables: todos (insert), todo_events (insert)
-- errors: SB401, SB404, SB403, SB400, SB409
create or replace function switchboard.owner_create_todo(
    p_human_id uuid,
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
    v_endpoint switchboard.endpoint_row := switchboard._owned_endpoint(p_human_id, p_endpoint_id);
begin
    if switchboard._is_over(v_endpoint.revoked_at, v_endpoint.expires_at) then
        perform switchboard._raise_taken('the endpoint is revoked or expired');
    end if;
    return switchboard._create_todo(
        p_endpoint_id, v_endpoint.queues, switchboard._now(), p_queue, p_title, p_payload, p_idempotency_key, p_source, p_kind,
        p_assignee, p_max_attempts, p_routing
    );
end
$$;
comment on function switchboard.owner_create_todo is
'A human adds a todo to a queue of one of their endpoints; the endpoint needs no create_todo grant. Arguments as create_todo.
SB409 when the endpoint is revoked or expired.';
revoke all on function switchboard.owner_create_todo from public;
grant execute on function switchboard.owner_create_todo to switchboard_shim;
