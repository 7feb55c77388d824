-- who calls: the Board; reads only
-- errors: SB401
create or replace function switchboard.owner_queue_stats(p_human_id uuid) returns setof switchboard.queue_stats
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set enable_bitmapscan = off -- as in owner_count_todos
set jit = off
as $$
declare
    v_most constant bigint := 10001::bigint;
    v_now timestamptz := switchboard._now();
    v_hour timestamptz := date_trunc('hour', v_now, 'UTC');
begin
    perform switchboard._authorise_human(p_human_id);
    return query
    with recursive doors as (
        select e.id, e.queues, switchboard._is_over(e.revoked_at, e.expires_at) as is_over
        from switchboard.agents as a
        inner join switchboard.endpoints as e on a.id = e.agent_id
        where a.human_id = p_human_id
    ),

    -- The queues on which something waits, one step in the claims' own index each: todos wait on a queue that its endpoint has lost, too.
    heads as (
        select d.id as endpoint_id, n.queue
        from doors as d
        cross join lateral (
            select t.queue
            from switchboard.todos as t
            where t.endpoint_id = d.id and t.state = 'pending' and t.assignee is null
            order by t.queue, t.created_at, t.id
            limit 1
        ) as n
        union all
        select h.endpoint_id, n.queue
        from heads as h
        cross join lateral (
            select t.queue
            from switchboard.todos as t
            where t.endpoint_id = h.endpoint_id and t.queue > h.queue and t.state = 'pending' and t.assignee is null
            order by t.queue, t.created_at, t.id
            limit 1
        ) as n
    ),

    -- Queue by queue, so that a long one does not hide a short one.
    waiting as (
        select h.queue, sum(n.number) as number, min(n.oldest) as oldest
        from heads as h
        cross join lateral (
            select count(*) as number, min(l.created_at) as oldest
            from (
                select t.created_at
                from switchboard.todos as t
                where t.endpoint_id = h.endpoint_id and t.queue = h.queue and t.state = 'pending' and t.assignee is null
                order by t.created_at, t.id
                limit v_most
            ) as l
        ) as n
        group by h.queue
    ),

    -- The others from the newest of each state; todos kept for somebody from their own index.
    others as (
        select l.queue, l.key, count(*) as number, min(l.created_at) as oldest
        from doors as d
        cross join lateral (
            (
                select t.queue, 'pending' as key, t.created_at
                from switchboard.todos as t
                where t.endpoint_id = d.id and t.state = 'pending' and t.assignee is not null
                order by t.assignee, t.queue, t.created_at, t.id
                limit v_most
            )
            union all
            select n.queue, k.key, n.created_at
            from unnest(array['claimed', 'input-required', 'auth-required']) as k (key)
            cross join lateral (
                select t.queue, t.created_at
                from switchboard.todos as t
                where t.endpoint_id = d.id and t.state collate "C" = k.key
                order by t.created_at desc, t.id desc
                limit v_most
            ) as n
            union all
            (
                select t.queue, 'failed', t.created_at
                from switchboard.todos as t
                where t.endpoint_id = d.id and t.state = 'failed' and t.next_retry_at is not null
                order by t.next_retry_at
                limit v_most
            )
            union all
            (
                select t.queue, 'dead_letter', t.created_at
                from switchboard.todos as t
                where t.endpoint_id = d.id and t.state = 'failed' and t.next_retry_at is null
                order by t.created_at desc, t.id desc
                limit v_most
            )
        ) as l
        group by l.queue, l.key
    ),

    attempts as (
        select r.queue, r.mark, r.claimed_at, r.ended_at
        from switchboard._recent_attempts(p_human_id, v_now - interval '24 hours') as r
    ),

    recent as (
        select
            r.queue,
            count(*) as number,
            count(*) filter (where r.mark = 'failed') as failed,
            count(*) filter (where r.mark = 'died') as died
        from (
            select t.queue, t.mark, row_number() over (partition by t.queue order by t.ended_at desc) as place
            from attempts as t
            where t.mark in ('completed', 'failed', 'died', 'released')
        ) as r
        where r.place <= 20
        group by r.queue
    ),

    claims as (
        select r.queue, max(r.claimed_at) as last_claimed_at from attempts as r group by r.queue
    ),

    queues as (
        select q.queue from doors as d cross join unnest(d.queues) as q (queue) where not d.is_over
        union
        select w.queue from waiting as w
        union
        select o.queue from others as o
    )

    select
        q.queue,
        least(coalesce(w.number, 0) + coalesce(o.pending, 0), v_most)::bigint,
        least(coalesce(o.claimed, 0), v_most)::bigint,
        least(coalesce(o.failed, 0), v_most)::bigint,
        least(coalesce(o.dead, 0), v_most)::bigint,
        least(coalesce(o.interrupted, 0), v_most)::bigint,
        least(w.oldest, o.oldest),
        c.last_claimed_at,
        coalesce(r.number, 0),
        coalesce(r.failed, 0),
        coalesce(r.died, 0),
        h.hours
    from queues as q
    left join waiting as w on q.queue = w.queue
    left join lateral (
        select
            sum(s.number) filter (where s.key = 'pending') as pending,
            sum(s.number) filter (where s.key = 'claimed') as claimed,
            sum(s.number) filter (where s.key = 'failed') as failed,
            sum(s.number) filter (where s.key = 'dead_letter') as dead,
            sum(s.number) filter (where s.key in ('input-required', 'auth-required')) as interrupted,
            min(s.oldest) filter (where s.key = 'pending') as oldest
        from others as s
        where s.queue = q.queue
    ) as o on true
    left join recent as r on q.queue = r.queue
    left join claims as c on q.queue = c.queue
    cross join lateral (
        select
            jsonb_agg(
                jsonb_build_object(
                    'hour', switchboard._utc(s.hour_at),
                    'completed', s.completed,
                    'failed', s.failed,
                    'died', s.died,
                    'released', s.released,
                    'called_off', s.called_off
                )
                order by s.hour_at
            ) as hours
        from (
            select
                g.hour_at,
                coalesce(sum(x.completed), 0) as completed,
                coalesce(sum(x.failed), 0) as failed,
                coalesce(sum(x.died), 0) as died,
                coalesce(sum(x.released), 0) as released,
                coalesce(sum(x.called_off), 0) as called_off
            from generate_series(v_hour - interval '23 hours', v_hour, interval '1 hour') as g (hour_at)
            cross join doors as d
            left join lateral (
                select u.*
                from switchboard.outcome_hours as u
                where u.hour_at = g.hour_at and u.endpoint_id = d.id and u.queue = q.queue
                order by u.gen desc
                limit 1
            ) as x on true
            group by g.hour_at
        ) as s
    ) as h
    order by q.queue;
end
$$;
comment on function switchboard.owner_queue_stats is
'How each queue of the human does, over all their endpoints: todos waiting, working (claimed), retrying, dead, and waiting for
input or sign-in, each exactly up to 10,000 and 10,001 for more; since when the oldest pending todo waits and when something was
last claimed; of the newest 20 attempts that ended within a day, how many failed and how many died; and hours, 24 objects, oldest
first: hour, completed, failed, died, released, called_off.';
revoke all on function switchboard.owner_queue_stats from public;
grant execute on function switchboard.owner_queue_stats to switchboard_shim;
