-- errors: SB400
create or replace function switchboard._check_todo_object(p_todo jsonb) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    v_name text;
    v_type text;
begin
    if jsonb_typeof(p_todo) <> 'object' then
        perform switchboard._raise_invalid('the todo', 'must be an object');
    end if;
    for v_name, v_type in select o.key, jsonb_typeof(o.value) from jsonb_each(p_todo) as o loop
        if v_type = 'null' or v_name in ('payload', 'routing') then
            continue;
        elsif v_name = 'max_attempts' then
            if v_type <> 'number' or (p_todo ->> v_name)::numeric not between 1 and 100
                or (p_todo ->> v_name)::numeric % 1 <> 0
            then
                perform switchboard._raise_invalid('max_attempts', 'must be 1 to 100');
            end if;
        elsif v_name not in ('queue', 'title', 'idempotency_key', 'source', 'kind', 'assignee') then
            -- Not echoed: the name is the caller's text.
            perform switchboard._raise_invalid('the todo', 'has an argument that create_todo does not have');
        elsif v_type <> 'string' then
            perform switchboard._raise_invalid(v_name, 'must be a string');
        end if;
    end loop;
end
$$;
comment on function switchboard._check_todo_object is 'Checks the names and types of one object of create_todos; _create_todo checks the values.';
revoke all on function switchboard._check_todo_object from public;
