-- transition: done | canceled | rejected | failed (dead letter) -> gone, with its attempts
-- who calls: any scheduler, any number at once, for all endpoints
-- locks: the old todos in id order and old rows of outcome_hours (skips locked ones)
-- tables: todos, outcome_hours (delete), todo_events (insert); todo_attempts and todo_rings go by cascade
-- errors: SB400
create or replace function switchboard.prune_todos(p_limit integer default 10000) returns bigint
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set enable_bitmapscan = off -- it would collect and sort every finished todo to count down to the row limit
set jit = off
as $$
declare
    v_oldest timestamptz := switchboard._now() - make_interval(secs => 86400.0 * switchboard._setting('retention_max_age_days'));
    v_oldest_hour timestamptz := switchboard._now() - interval '25 hours';
    v_last timestamptz;
    v_last_id text;
    v_ids text[];
    v_pruned bigint;
begin
    perform switchboard._check_limit(p_limit);
    -- The newest todo over the row limit: it and everything older goes.
    select t.updated_at, t.id into v_last, v_last_id
    from switchboard.todos as t
    where t.state in ('done', 'canceled', 'rejected') or (t.state = 'failed' and t.next_retry_at is null)
    order by t.updated_at desc, t.id desc
    limit 1 offset switchboard._setting('retention_max_rows');
    -- One bound for both rules, so that the index is read no further. No id is empty.
    if v_last is null or v_last < v_oldest then
        v_last := v_oldest;
        v_last_id := '';
    end if;
    select array_agg(c.id) into v_ids
    from (
        select t.id
        from switchboard.todos as t
        where
            (t.state in ('done', 'canceled', 'rejected') or (t.state = 'failed' and t.next_retry_at is null))
            and (t.updated_at, t.id) <= (v_last, v_last_id)
        order by t.updated_at, t.id
        limit p_limit
    ) as c;
    -- Locked by id alone, for the reason given in reap_expired, and asked again under the lock: a retry from the Board may have
    -- brought one back to life.
    select
        array_agg(c.id) filter (
            where (c.state in ('done', 'canceled', 'rejected') or (c.state = 'failed' and c.next_retry_at is null))
            and (c.updated_at, c.id) <= (v_last, v_last_id)
        )
    into v_ids
    from (
        select t.id, t.state, t.next_retry_at, t.updated_at
        from switchboard.todos as t
        where t.id = any(v_ids)
        order by t.id
        for update skip locked
    ) as c;
    with gone as (
        delete from switchboard.todos as t
        where t.id = any(v_ids)
        returning t.endpoint_id, t.attempt, t.queue, t.id, case when t.state = 'failed' then 'dead_letter' else t.state end as state
    )

    insert into switchboard.todo_events (occurred_at, endpoint_id, attempt, queue, todo_id, event, from_state)
    select switchboard._now(), g.endpoint_id, g.attempt, g.queue, g.id, 'pruned', g.state from gone as g;
    get diagnostics v_pruned = row_count;
    -- The Board shows the last 24 hours.
    delete from switchboard.outcome_hours as o
    where o.ctid = any(array(select i.ctid from switchboard.outcome_hours as i where i.hour_at < v_oldest_hour for update skip locked));
    return v_pruned;
end
$$;
comment on function switchboard.prune_todos is
'Deletes up to p_limit finished todos (done, canceled, rejected, dead letters) that last changed more than
retention_max_age_days ago or lie beyond the newest retention_max_rows, oldest first. Their attempts go with them. Live todos and
parked retries are never pruned. Answers how many went. Outcomes by the hour go after a day, too.';
revoke all on function switchboard.prune_todos from public;
grant execute on function switchboard.prune_todos to switchboard_operator;
