-- locks: queue_labels (share row exclusive) while one of the first 50 queues is new: two transactions at once must not admit 51
-- tables: queue_labels (insert)
create or replace function switchboard._admit_queues(p_queues text[]) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
begin
    if (select count(*) from switchboard.queue_labels) >= 50
        or not exists (
            select from unnest(p_queues) as q (queue)
            where q.queue <> '__other__' and not exists (select from switchboard.queue_labels as l where l.queue = q.queue)
        )
    then
        return;
    end if;
    lock table switchboard.queue_labels in share row exclusive mode;
    -- A conflict is possible only for a caller at REPEATABLE READ, who does not see what it waited for: 40001.
    insert into switchboard.queue_labels (queue, place)
    select
        n.queue,
        n.place
    from (
        select
            q.queue,
            row_number() over (order by min(q.ordinal)) + (select count(*) from switchboard.queue_labels) as place
        from unnest(p_queues) with ordinality as q (queue, ordinal)
        where q.queue <> '__other__' and not exists (select from switchboard.queue_labels as l where l.queue = q.queue)
        group by q.queue
    ) as n
    where n.place <= 50
    order by n.place
    on conflict do nothing;
end
$$;
comment on function switchboard._admit_queues is
'Gives newly granted queues a label of their own in the metrics, as long as there are fewer than 50 (behaviour 5, [126]).
For good: a label that came and went would make its counters fall.';
revoke all on function switchboard._admit_queues from public;
