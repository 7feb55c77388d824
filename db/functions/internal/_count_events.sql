-- The one place that says what an event does to the numbers of behaviour 5. gen is 0.
create or replace function switchboard._count_events(p_events switchboard.todo_events[]) returns setof switchboard.queue_tallies
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
begin
    return query
    with moves as (
        select
            coalesce(l.queue, '__other__') as label,
            e.event,
            e.attempt,
            e.from_state,
            e.outcome,
            case
                when e.event in ('created', 'released', 'reaped', 'requeued', 'retried') then 'pending'
                when e.event in ('claimed', 'taken_over', 'resumed') then 'claimed'
                when e.event = 'completed' then 'done'
                when e.event = 'failed' then 'failed'
                when e.event in ('dead_lettered', 'revoked') then 'dead_letter'
            end as to_state,
            case
                when e.event <> 'created' then null
                when e.source ~ '^[a-z0-9_-]{1,32}$' then e.source
                else '__other__'
            end as source
        from (
            select u.* from unnest(p_events) as u
            union all
            -- Not by way of an array: they may be millions.
            select w.* from switchboard._waiting_events() as w where p_events is null
        ) as e
        left join switchboard.queue_labels as l on e.queue = l.queue
    ),

    sources as (
        select c.label, jsonb_object_agg(c.source, c.number) as created
        from (
            select m.label, m.source, count(*) as number from moves as m where m.event = 'created' group by m.label, m.source
        ) as c
        group by c.label
    )

    select
        m.label,
        0::bigint,
        count(*) filter (where m.to_state = 'pending') - count(*) filter (where m.from_state = 'pending'),
        count(*) filter (where m.to_state = 'claimed') - count(*) filter (where m.from_state = 'claimed'),
        count(*) filter (where m.to_state = 'done') - count(*) filter (where m.from_state = 'done'),
        count(*) filter (where m.to_state in ('failed', 'dead_letter'))
        - count(*) filter (where m.from_state in ('failed', 'dead_letter')),
        count(*) filter (where m.to_state = 'dead_letter') - count(*) filter (where m.from_state = 'dead_letter'),
        count(*) filter (where m.event in ('claimed', 'taken_over')),
        count(*) filter (where m.outcome = 'completed'),
        count(*) filter (where m.outcome = 'failed'),
        count(*) filter (where m.outcome in ('lease_expired', 'reaped')),
        count(*) filter (where m.event in ('claimed', 'taken_over') and m.attempt = 1),
        count(*) filter (where m.event in ('claimed', 'taken_over') and m.attempt = 2),
        count(*) filter (where m.event in ('claimed', 'taken_over') and m.attempt > 2),
        count(*) filter (where m.outcome = 'completed'),
        count(*) filter (where m.outcome = 'failed'),
        count(*) filter (where m.outcome = 'released'),
        count(*) filter (where m.outcome = 'lease_expired'),
        count(*) filter (where m.outcome = 'reaped'),
        count(*) filter (where m.outcome = 'canceled'),
        count(*) filter (where m.outcome = 'revoked'),
        coalesce(s.created, '{}')
    from moves as m
    left join sources as s on m.label = s.label
    group by m.label, s.created;
end
$$;
comment on function switchboard._count_events is
'What events add to and take from the numbers of each queue label; null for those that wait.';
revoke all on function switchboard._count_events from public;
