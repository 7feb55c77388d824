-- doctor() stays usable where statistics are from when the tables were small: buffers grow with the rows, not with their square.
begin;
select plan(2);

create function pg_temp.cost() returns bigint
language plpgsql
as $$
declare
    v_plan jsonb;
begin
    execute 'explain (analyze, buffers, format json) select from switchboard.doctor()' into v_plan;
    return (v_plan #>> '{0,Plan,Shared Hit Blocks}')::bigint + (v_plan #>> '{0,Plan,Shared Read Blocks}')::bigint;
end
$$;
create function pg_temp.plant(p_endpoint_id uuid, p_from integer, p_to integer) returns void
language sql
as $$
    with made as (
        insert into switchboard.todos (
            id, endpoint_id, queue, title, state, owner, attempt, attempts_total, claimed_at, lease_expires_at
        )
        select
            'td_' || lpad(n::text, 30, '0'), e.id, 'q', 'a todo', 'claimed', 'agent:' || e.agent_id, 1, 1, now(),
            now() + interval '1 hour'
        from switchboard.endpoints as e cross join generate_series(p_from, p_to) as n
        where e.id = p_endpoint_id
        returning id, endpoint_id, owner, claimed_at, lease_expires_at
    )
    insert into switchboard.todo_attempts (
        todo_id, seq, attempt, claimer_kind, claimer_endpoint_id, owner, claimed_at, lease_expires_at
    )
    select m.id, 1, 1, 'endpoint', m.endpoint_id, m.owner, m.claimed_at, m.lease_expires_at
    from made as m
$$;
select tests.endpoint() as e \gset
update pg_catalog.pg_class set relpages = 1, reltuples = 0 where oid in (
    'switchboard.todos'::regclass, 'switchboard.todo_attempts'::regclass
);
select pg_temp.plant(:'e', 1, 500);
select pg_temp.cost() as first_call, pg_temp.cost() as small \gset
select pg_temp.plant(:'e', 501, 4000);
select cmp_ok(pg_temp.cost(), '<=', (16 * :small)::bigint, 'eight times the rows cost about eight times the buffers');
select switchboard.recount_todos();
select is_empty('select from switchboard.doctor()', 'and nothing is found');

select * from finish();
rollback;
