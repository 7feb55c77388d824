-- transition: none
-- who calls: any scheduler, any number at once
-- locks: the endpoints' rows in endpoint_rings in id order (waits for a rival ring), then as _mark_rung
-- tables: endpoint_rings, todo_rings (insert or update)
-- errors: SB400
create or replace function switchboard.ring_unclaimed(p_limit integer default 3) returns bigint
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_now timestamptz := switchboard._now();
    v_ids text[];
begin
    perform switchboard._check_limit(p_limit);
    -- Of each queue only the 50 oldest are looked at: where as many were rung for in vain, there is nobody to hear.
    select array_agg(c.id) into v_ids
    from (
        select w.id
        from (
            select
                p.id,
                p.created_at,
                s.swept_at,
                -- Fair: each endpoint its first before any its second.
                row_number() over (partition by e.id order by r.rang_at nulls first, p.created_at, p.id) as place
            from switchboard.endpoints as e
            left join switchboard.endpoint_rings as s on e.id = s.endpoint_id
            cross join lateral unnest(e.queues) as q (queue)
            cross join lateral (
                (
                    select t.id, t.created_at
                    from switchboard.todos as t
                    where t.endpoint_id = e.id and t.queue = q.queue and t.state = 'pending' and t.assignee is null
                    order by t.created_at, t.id
                    limit 50
                )
                union all
                (
                    -- The queue as in _take_next, so that no other index fits.
                    select t.id, t.created_at
                    from switchboard.todos as t
                    where
                        t.endpoint_id = e.id and t.queue between q.queue and q.queue and t.state = 'pending'
                        and t.assignee = 'agent:' || e.agent_id
                    order by t.queue, t.created_at, t.id
                    limit 50
                )
            ) as p
            -- One by one, or all rings that ever were would be read.
            left join lateral (
                select g.rings, g.rang_at from switchboard.todo_rings as g where g.todo_id = p.id order by g.todo_id limit 1
            ) as r on true
            where
                e.revoked_at is null and not switchboard._is_over(e.revoked_at, e.expires_at)
                and e.verbs && array['list_todos', 'claim_next']
                and switchboard._may_ring(p.created_at, r.rings, r.rang_at, v_now)
        ) as w
        order by w.place, w.swept_at nulls first, w.created_at, w.id
        limit p_limit
    ) as c;
    -- The endpoints first, as in ring_attached, or the two could lock each other out. One whose todo is claimed this moment has had
    -- its turn. Of one call no two are alike: otherwise age would decide next time, and whoever has the oldest todos come twice as often.
    insert into switchboard.endpoint_rings as s (endpoint_id, swept_at)
    select
        t.endpoint_id,
        v_now + max(array_position(v_ids, t.id)) * interval '1 microsecond'
    from switchboard.todos as t
    where t.id = any(v_ids)
    group by t.endpoint_id
    order by t.endpoint_id
    on conflict (endpoint_id) do update set swept_at = excluded.swept_at;
    v_ids := switchboard._mark_rung(v_ids, v_now, true);
    perform switchboard._notify_ready(t.endpoint_id, t.queue, t.id, 'unclaimed')
    from switchboard.todos as t
    where t.id = any(v_ids);
    return coalesce(cardinality(v_ids), 0)::bigint;
end
$$;
comment on function switchboard.ring_unclaimed is
'Reminds listeners of up to p_limit pending todos that nobody claims: 5 minutes after their creation, then 20 minutes, 1 hour and twice
6 hours after the last reminder, 5 in all, in turn over the endpoints. Answers for how many it rang.';
revoke all on function switchboard.ring_unclaimed from public;
grant execute on function switchboard.ring_unclaimed to switchboard_operator;
