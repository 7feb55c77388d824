-- transition: (none) -> pending
-- locks: none: a rival create of the same key waits at the unique index
-- tables: todos (insert), todo_events (insert)
-- errors: SB400, SB409
create or replace function switchboard._create_todo(
    p_endpoint_id uuid,
    p_queues text[],
    p_created_at timestamptz,
    p_queue text,
    p_title text,
    p_payload jsonb,
    p_idempotency_key text,
    p_source text,
    p_kind text,
    p_assignee text,
    p_max_attempts integer,
    p_routing jsonb
) returns switchboard.created_todo
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_key text := nullif(p_idempotency_key, '');
    v_todo switchboard.created_todo;
begin
    if p_queue is null then
        perform switchboard._raise_invalid('queue', 'is required');
    elsif p_queue <> all(p_queues) then
        perform switchboard._raise_forbidden('the queue is not granted to this endpoint');
    end if;
    perform switchboard._check_name('queue', p_queue);
    perform switchboard._check_name('source', p_source);
    perform switchboard._check_name('kind', p_kind);
    perform switchboard._check_name('assignee', p_assignee);
    if p_title is null or octet_length(p_title) not between 1 and 1024 then
        perform switchboard._raise_invalid('title', 'must be 1 to 1,024 bytes long');
    end if;
    if octet_length(v_key) > 512 then
        perform switchboard._raise_invalid('idempotency_key', 'must be at most 512 bytes long');
    end if;
    if p_max_attempts not between 1 and 100 then
        perform switchboard._raise_invalid('max_attempts', 'must be 1 to 100');
    end if;
    perform switchboard._check_json('payload', p_payload);
    perform switchboard._check_json('routing', p_routing);
    loop
        insert into switchboard.todos as t (
            id, endpoint_id, queue, source, kind, title, assignee, idempotency_key, max_attempts,
            created_at, updated_at, payload, routing
        ) values (
            switchboard._new_todo_id(p_created_at), p_endpoint_id, p_queue, p_source, p_kind, p_title, p_assignee, v_key,
            coalesce(p_max_attempts, 5), p_created_at, p_created_at, p_payload, p_routing
        )
        on conflict (endpoint_id, idempotency_key)
        where idempotency_key is not null and state not in ('done', 'canceled', 'rejected')
        and (state <> 'failed' or next_retry_at is not null)
        do nothing
        returning (switchboard._todo_row(t)).*, true into v_todo;
        if found then
            insert into switchboard.todo_events (occurred_at, endpoint_id, attempt, queue, todo_id, event, source)
            values (p_created_at, p_endpoint_id, 0, p_queue, v_todo.id, 'created', p_source);
            return v_todo;
        end if;
        -- The key has a live todo. Should it end between the two statements, the next round inserts.
        select (switchboard._todo_row(t)).*, false into v_todo
        from switchboard.todos as t
        where
            t.endpoint_id = p_endpoint_id and t.idempotency_key = v_key and t.idempotency_key is not null
            and t.state not in ('done', 'canceled', 'rejected') and (t.state <> 'failed' or t.next_retry_at is not null);
        exit when found;
    end loop;
    if v_todo.queue <> all(p_queues) then
        perform switchboard._raise_taken('the idempotency key is held by a todo on a queue that is not granted');
    end if;
    return v_todo;
end
$$;
comment on function switchboard._create_todo is
'Checks and inserts one todo, or answers the live one that holds its idempotency key.';
revoke all on function switchboard._create_todo from public;
