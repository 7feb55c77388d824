-- cases S26: with 20,000 lapsed leases, and as many on their last attempt, a claim touches no more buffers than 1.5 times those
-- with 400, and takes one lease over;
-- never analysed, since a fresh database is not.
begin;
select plan(3);

create function pg_temp.claim_cost(p_endpoint_id uuid) returns bigint
language plpgsql
as $$
declare
    v_plan jsonb;
    v_least bigint;
begin
    -- The least of three, since autovacuum may come in between and have plans made anew.
    for i in 1 .. 3 loop
        execute format('explain (analyze, buffers, format json) select from switchboard.claim_next(%L)', p_endpoint_id) into v_plan;
        v_least := least(
            v_least, (v_plan #>> '{0,Plan,Shared Hit Blocks}')::bigint + (v_plan #>> '{0,Plan,Shared Read Blocks}')::bigint
        );
    end loop;
    return v_least;
end
$$;
create function pg_temp.die(p_endpoint_id uuid, p_count integer, p_attempt integer) returns void
language sql
as $$
    with made as (
        insert into switchboard.todos (
            id, endpoint_id, queue, title, state, owner, attempt, attempts_total, claimed_at, lease_expires_at
        )
        select
            'td_' || p_endpoint_id || p_attempt || lpad(n::text, 6, '0'), p_endpoint_id, 'q', 'a todo', 'claimed',
            'agent:' || e.agent_id, p_attempt, 1,
            now() - interval '2 hours', now() - interval '1 hour' + n * interval '1 millisecond'
        from switchboard.endpoints as e cross join generate_series(1, p_count) as n
        where e.id = p_endpoint_id
        returning id, owner, claimed_at, lease_expires_at
    )
    insert into switchboard.todo_attempts (
        todo_id, seq, attempt, claimer_kind, claimer_endpoint_id, owner, claimed_at, lease_expires_at
    )
    select m.id, 1, 1, 'endpoint', p_endpoint_id, m.owner, m.claimed_at, m.lease_expires_at
    from made as m
$$;
select tests.endpoint('few') as few \gset
select tests.endpoint('many') as many \gset
select pg_temp.die(:'few', 400, 1);
select pg_temp.die(:'many', 20000, 1);
select pg_temp.die(:'many', 20000, 5);
-- The first claim of a session also pays for plans and hint bits.
select pg_temp.claim_cost(:'few') as a, pg_temp.claim_cost(:'many') as b \gset

select cmp_ok(
    pg_temp.claim_cost(:'many')::numeric, '<=', 1.5 * pg_temp.claim_cost(:'few'), 'buffers touched by a claim'
);
select results_eq(
    $$select outcome, count(*) from switchboard.todo_attempts where outcome is not null group by 1$$,
    $$values ('lease_expired', 12::bigint)$$,
    'each of the twelve claims took over one lease'
);
select switchboard.recount_todos();
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
