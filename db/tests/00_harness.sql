-- What the tests stand on: logins that have the callers' roles, and fixtures. Loaded once into the test template, never in production.
-- Fixture functions run as the superuser that loads them, so a test may call them under any session authorization.

do $$
declare
    v_name text;
begin
    -- Logins belong to the cluster; another database's harness may have made them.
    foreach v_name in array array[
        'workers', 'shim', 'operator', 'server', 'agent', 'producer', 'reader', 'nobody'
    ] loop
        begin
            execute format('create role %I login', 'tests_' || v_name);
        exception when duplicate_object or unique_violation then
            null;
        end;
    end loop;
    begin
        grant switchboard_shim to tests_shim, tests_server;
        grant switchboard_operator to tests_operator, tests_server;
        grant switchboard_agent to tests_agent;
        grant switchboard_producer to tests_producer;
        grant switchboard_reader to tests_reader;
        -- Endpoints of the fixtures are vended to this one, so that both logins may act for them.
        grant tests_workers to tests_agent, tests_producer;
    exception when unique_violation then
        null;
    end;
end
$$;

create schema tests;
grant usage on schema tests to public;
alter default privileges in schema tests grant execute on functions to public;

-- A human of that name, made when there is none.
create function tests.human(p_name text default 'ann') returns uuid
language sql security definer
as $$
    insert into switchboard.humans (name) values (p_name) on conflict (name) do update set name = excluded.name returning id
$$;

-- A live endpoint with every verb, vended to the role tests_workers; its credential is its slug.
create function tests.endpoint(
    p_slug text default 'first',
    p_queues text[] default '{q}',
    p_verbs text[] default null,
    p_human text default 'ann',
    p_default_lease_ttl interval default null,
    p_agent text default 'agent'
) returns uuid
language sql security definer
as $$
    select switchboard.vend_endpoint(
        switchboard.register_agent(tests.human(p_human), p_agent), p_slug, p_queues,
        coalesce(
            p_verbs,
            switchboard.drain_verbs() || array['create_todo', 'interrupt', 'resume', 'cancel', 'reject']
        ),
        sha256(convert_to(p_slug, 'UTF8')), null, p_default_lease_ttl, 'tests_workers'
    )
$$;

-- A pending todo.
create function tests.todo(
    p_endpoint_id uuid, p_queue text default 'q', p_max_attempts integer default 5, p_title text default 'a todo',
    p_key text default null, p_assignee text default null
) returns text
language sql security definer
as $$
    select id from switchboard.create_todo(
        p_endpoint_id, p_queue, p_title, '{"n": 1}', p_key, p_max_attempts => p_max_attempts, p_assignee => p_assignee
    )
$$;

-- A claimed todo.
create function tests.claimed(
    p_endpoint_id uuid, p_ttl interval default null, p_token bytea default null, p_max_attempts integer default 5,
    p_claimant text default 'worker'
) returns text
language sql security definer
as $$
    select id from switchboard.claim(
        p_endpoint_id, tests.todo(p_endpoint_id, p_max_attempts => p_max_attempts), p_ttl, p_claimant, null, p_token
    )
$$;

-- A todo in the given state. dead_letter is failed without a retry, lapsed is claimed with a deadline in the past.
create function tests.todo_in(p_endpoint_id uuid, p_state text) returns text
language plpgsql security definer
as $$
declare
    v_id text := tests.todo(p_endpoint_id, p_max_attempts => case p_state when 'dead_letter' then 1 else 5 end);
begin
    if p_state = 'rejected' then
        perform switchboard.reject(p_endpoint_id, v_id);
    elsif p_state <> 'pending' then
        perform switchboard.claim(
            p_endpoint_id, v_id, case p_state when 'lapsed' then interval '1 microsecond' end
        );
        case p_state
            when 'claimed', 'lapsed' then null;
            when 'done' then perform switchboard.complete(p_endpoint_id, v_id, '{"ok": true}');
            when 'failed', 'dead_letter' then perform switchboard.fail(p_endpoint_id, v_id, '{"ok": false}');
            when 'canceled' then perform switchboard.cancel(p_endpoint_id, v_id);
            when 'input-required', 'auth-required' then perform switchboard.interrupt(p_endpoint_id, v_id, p_state);
        end case;
    end if;
    return v_id;
end
$$;

-- The todo and its attempts as they are in the tables: equal before and after a refusal.
create function tests.snapshot(p_todo_id text) returns jsonb
language sql security definer
as $$
    select jsonb_build_object('todo', to_jsonb(t), 'attempts', (
        select jsonb_agg(to_jsonb(a) order by a.seq) from switchboard.todo_attempts as a where a.todo_id = t.id
    ))
    from switchboard.todos as t where t.id = p_todo_id
$$;

-- The attempts in the table, oldest first.
create function tests.attempts(p_todo_id text) returns setof switchboard.todo_attempts
language sql security definer
as $$
    select a.* from switchboard.todo_attempts as a where a.todo_id = p_todo_id order by a.seq
$$;

-- The row in the table.
create function tests.row(p_todo_id text) returns setof switchboard.todos
language sql security definer
as $$
    select t.* from switchboard.todos as t where t.id = p_todo_id
$$;

-- Moves the schema's clock, for this transaction only: the definition is restored by the rollback.
create function tests.travel(p_by interval) returns void
language plpgsql security definer
as $$
begin
    execute format(
        'create or replace function switchboard._now() returns timestamptz language sql volatile '
        'as $f$ select pg_catalog.clock_timestamp() + %L::interval $f$', p_by
    );
end
$$;

-- Stops the schema's clock at a moment, for this transaction only.
create function tests.freeze(p_at timestamptz default now()) returns timestamptz
language plpgsql security definer
as $$
begin
    execute format(
        'create or replace function switchboard._now() returns timestamptz language sql volatile '
        'as $f$ select %L::timestamptz $f$', p_at
    );
    return p_at;
end
$$;

-- Broken invariants, none when all hold.
create function tests.violations() returns setof text
language sql security definer
as $$
    select d.check_name || ': ' || d.detail from switchboard.doctor() as d where d.severity = 'violation'
$$;

-- All that a refused statement tells its caller, run with the caller's own rights: SQLSTATE, message, detail and hint; null when
-- it is not refused.
create function tests.refusal(p_statement text) returns text
language plpgsql
as $$
declare
    v_message text;
    v_detail text;
    v_hint text;
begin
    execute p_statement;
    return null;
exception when others then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    return concat_ws(' | ', sqlstate, v_message, v_detail, v_hint);
end
$$;
