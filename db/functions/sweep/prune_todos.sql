-- transition: done | canceled | rejected | failed (dead letter) -> gone, with its attempts
-- who calls: any scheduler, any number at once, for all endpoints
-- locks: the old todos in id order (skips locked ones)
-- tables: todos (delete), todo_attempts (delete, by cascade)
-- errors: SB400
create or replace function switchboard.prune_todos(p_limit integer default 10000) returns bigint
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_scan timestamptz := switchboard._now();
    v_oldest timestamptz := v_scan - make_interval(secs => 86400.0 * switchboard._setting('retention_max_age_days'));
    v_over timestamptz;
    v_over_id text;
    v_ids text[];
    v_pruned bigint;
begin
    perform switchboard._check_limit(p_limit);
    -- The newest todo over the row limit: it and everything older goes.
    select t.updated_at, t.id into v_over, v_over_id
    from switchboard.todos as t
    where t.state in ('done', 'canceled', 'rejected') or (t.state = 'failed' and t.next_retry_at is null)
    order by t.updated_at desc, t.id desc
    limit 1 offset switchboard._setting('retention_max_rows');
    select array_agg(c.id) into v_ids
    from (
        select t.id
        from switchboard.todos as t
        where
            (t.state in ('done', 'canceled', 'rejected') or (t.state = 'failed' and t.next_retry_at is null))
            and (t.updated_at < v_oldest or (t.updated_at, t.id) <= (v_over, v_over_id))
        order by t.updated_at, t.id
        limit p_limit
    ) as c;
    -- Asked again under the lock: a retry from the Board may have brought one back to life.
    delete from switchboard.todos as t
    where t.id in (
        select o.id
        from switchboard.todos as o
        where
            o.id = any(v_ids) and o.updated_at <= v_scan
            and (o.state in ('done', 'canceled', 'rejected') or (o.state = 'failed' and o.next_retry_at is null))
        order by o.id
        for update skip locked
    );
    get diagnostics v_pruned = row_count;
    return v_pruned;
end
$$;
comment on function switchboard.prune_todos is
'Deletes up to p_limit finished todos (done, canceled, rejected, dead letters) that last changed more than
retention_max_age_days ago or lie beyond the newest retention_max_rows, oldest first. Their attempts go with them. Live todos and
parked retries are never pruned. Answers how many went.';
revoke all on function switchboard.prune_todos from public;
grant execute on function switchboard.prune_todos to switchboard_operator;
