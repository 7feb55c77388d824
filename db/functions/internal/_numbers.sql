create or replace function switchboard._numbers() returns setof switchboard.queue_tallies
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
begin
    -- A queue that was granted and never used has its row, too: its numbers are zero. Functions in from: as (f()).* each would be
    -- called once for every column.
    return query
    select n.*
    from (
        select
            a.label,
            row(a.label, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}')::switchboard.queue_tallies as zero
        from (
            select q.queue as label from switchboard.queue_labels as q
            union all
            select '__other__'
        ) as a
    ) as l
    left join lateral (
        select q.* from switchboard.queue_tallies as q where q.label = l.label order by q.gen desc limit 1
    ) as t on true
    left join switchboard._count_events(null) as w on l.label = w.label
    cross join lateral switchboard._add_tallies(l.zero, t) as z
    cross join lateral switchboard._add_tallies(z, w) as n
    where l.label <> '__other__' or t.label is not null or w.label is not null;
end
$$;
comment on function switchboard._numbers is
'The numbers of every queue label now, exact in the caller''s snapshot: what the relay has counted and the events that wait.';
revoke all on function switchboard._numbers from public;
