-- Reads the whole table on purpose; see doctor.
create or replace function switchboard._drifts() returns setof switchboard.queue_tallies
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set enable_nestloop = off
set jit = off
as $$
begin
    return query
    with counted as (
        select
            coalesce(l.queue, '__other__') as label,
            count(*) filter (where t.state = 'pending') as pending,
            count(*) filter (where t.state = 'claimed') as claimed,
            count(*) filter (where t.state = 'done') as done,
            count(*) filter (where t.state = 'failed') as failed,
            count(*) filter (where t.state = 'failed' and t.next_retry_at is null) as dead
        from switchboard.todos as t
        left join switchboard.queue_labels as l on t.queue = l.queue
        group by coalesce(l.queue, '__other__')
    ),

    drifts as (
        select
            coalesce(n.label, c.label) as label,
            coalesce(c.pending, 0) - coalesce(n.pending, 0) as pending,
            coalesce(c.claimed, 0) - coalesce(n.claimed, 0) as claimed,
            coalesce(c.done, 0) - coalesce(n.done, 0) as done,
            coalesce(c.failed, 0) - coalesce(n.failed, 0) as failed,
            coalesce(c.dead, 0) - coalesce(n.dead, 0) as dead
        from switchboard._numbers() as n
        full join counted as c on n.label = c.label
    )

    select
        d.label, 0::bigint, d.pending, d.claimed, d.done, d.failed, d.dead,
        0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
        0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
        '{}'::jsonb
    from drifts as d
    where (d.pending, d.claimed, d.done, d.failed, d.dead) <> (0, 0, 0, 0, 0);
end
$$;
comment on function switchboard._drifts is
'What the numbers by state must be changed by to be those of the table: no row, unless todos were changed or deleted by hand.';
revoke all on function switchboard._drifts from public;
