-- transition: (none) -> pending, many at once, all or nothing
-- who calls: producers
-- locks: none; rival creates of the same keys make it wait for their transactions
-- tables: todos (insert), todo_events (insert)
-- errors: SB401, SB403, SB400, SB409
create or replace function switchboard.create_todos(p_endpoint_id uuid, p_todos jsonb) returns setof switchboard.created_todo
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
    v_now timestamptz := switchboard._now();
    v_item record;
    v_created switchboard.created_todo[] := array[]::switchboard.created_todo[];
begin
    if jsonb_typeof(p_todos) is distinct from 'array' then
        perform switchboard._raise_invalid('todos', 'must be an array of objects');
    elsif jsonb_array_length(p_todos) > 10000 then
        perform switchboard._raise_invalid('todos', 'must be at most 10,000 todos');
    end if;
    -- In key order, so that two batches that share keys cannot wait for each other. Created a microsecond apart in input order,
    -- so that they are claimed in that order.
    for v_item in
        select
            e.todo,
            e.ordinal,
            v_now + (e.ordinal - 1) * interval '1 microsecond' as created_at
        from jsonb_array_elements(p_todos) with ordinality as e (todo, ordinal)
        order by (e.todo ->> 'idempotency_key') collate "C", e.ordinal
    loop
        perform switchboard._check_todo_object(v_item.todo);
        v_created[v_item.ordinal] := switchboard._create_todo(
            p_endpoint_id, v_caller.queues, v_item.created_at, v_item.todo ->> 'queue', v_item.todo ->> 'title',
            nullif(v_item.todo -> 'payload', 'null'), v_item.todo ->> 'idempotency_key', v_item.todo ->> 'source',
            v_item.todo ->> 'kind', v_item.todo ->> 'assignee', (v_item.todo ->> 'max_attempts')::numeric::integer,
            nullif(v_item.todo -> 'routing', 'null')
        );
    end loop;
    return query select c.* from unnest(v_created) as c;
exception when sqlstate 'SB400' then
    -- One block around all, since a block for each row would be a subtransaction for each row.
    if v_item is null then
        raise;
    end if;
    perform switchboard._raise_invalid('todos[' || (v_item.ordinal - 1) || ']:', sqlerrm);
end
$$;
comment on function switchboard.create_todos is
'Adds up to 10,000 todos, all or nothing. p_todos: an array of objects with create_todo''s argument names without p_; unknown
names are SB400. Answers one row per object in input order; a key seen twice yields one todo, the second with created false.';
revoke all on function switchboard.create_todos from public;
grant execute on function switchboard.create_todos to switchboard_shim, switchboard_producer;
