-- locks: none of its own: the caller holds the relay's cursor
-- tables: outcome_hours (insert and delete)
create or replace function switchboard._add_outcomes(p_events switchboard.todo_events[], p_gen bigint) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
begin
    with more as (
        select
            e.occurred_hour as hour_at,
            e.endpoint_id,
            e.queue,
            count(*) filter (where e.mark = 'completed') as completed,
            count(*) filter (where e.mark = 'failed') as failed,
            count(*) filter (where e.mark = 'died') as died,
            count(*) filter (where e.mark = 'released') as released,
            count(*) filter (where e.mark = 'called_off') as called_off
        from (
            select
                date_trunc('hour', u.occurred_at, 'UTC') as occurred_hour,
                u.endpoint_id,
                u.queue,
                switchboard._mark(u.outcome) as mark
            from unnest(p_events) as u
            where u.outcome is not null
        ) as e
        group by e.occurred_hour, e.endpoint_id, e.queue
    ),

    sums as (
        select
            m.hour_at,
            m.endpoint_id,
            m.queue,
            k.gen as known_gen,
            m.completed + coalesce(k.completed, 0) as completed,
            m.failed + coalesce(k.failed, 0) as failed,
            m.died + coalesce(k.died, 0) as died,
            m.released + coalesce(k.released, 0) as released,
            m.called_off + coalesce(k.called_off, 0) as called_off
        from more as m
        left join lateral (
            select o.*
            from switchboard.outcome_hours as o
            where o.hour_at = m.hour_at and o.endpoint_id = m.endpoint_id and o.queue = m.queue
            order by o.gen desc
            limit 1
        ) as k on true
    ),

    gone as (
        delete from switchboard.outcome_hours as o
        using sums as s
        where o.hour_at = s.hour_at and o.endpoint_id = s.endpoint_id and o.queue = s.queue and o.gen = s.known_gen
    )

    insert into switchboard.outcome_hours (hour_at, endpoint_id, queue, gen, completed, failed, died, released, called_off)
    select
        s.hour_at,
        s.endpoint_id,
        s.queue,
        -- A cursor that was made anew by hand may count below the row's own gen.
        greatest(p_gen, s.known_gen + 1),
        s.completed,
        s.failed,
        s.died,
        s.released,
        s.called_off
    from sums as s;
end
$$;
comment on function switchboard._add_outcomes is
'Adds the attempts that events closed to the hours in which they did: a new row with the sum takes the place of each old one.';
revoke all on function switchboard._add_outcomes from public;
