-- Bounded, however many there were: the newest 500 that ended at an endpoint, and the open ones of its newest 500 held todos.
create or replace function switchboard._recent_attempts(
    p_human_id uuid, p_since timestamptz
) returns setof switchboard.recent_attempt
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set enable_bitmapscan = off
set jit = off
as $$
begin
    return query
    select
        t.queue,
        e.slug,
        h.claimant,
        h.claimer_kind,
        switchboard._mark(h.outcome),
        h.claimed_at,
        h.ended_at,
        -- A death is not the worker's doing: it was last heard of before.
        case
            when h.outcome in ('completed', 'failed', 'released') then h.ended_at
            else coalesce(h.last_heartbeat_at, h.claimed_at)
        end
    from switchboard.agents as a
    inner join switchboard.endpoints as e on a.id = e.agent_id
    cross join lateral (
        (
            select c.*
            from switchboard.todo_attempts as c
            where c.claimer_endpoint_id = e.id and c.ended_at >= p_since
            order by c.ended_at desc
            limit 500
        )
        union all
        (
            select o.*
            from (
                select k.id, k.attempts_total
                from unnest(array['claimed', 'input-required', 'auth-required']) as s (state)
                cross join lateral (
                    select d.id, d.attempts_total
                    from switchboard.todos as d
                    where d.endpoint_id = e.id and d.state collate "C" = s.state
                    order by d.created_at desc, d.id desc
                    limit 500
                ) as k
            ) as held
            cross join lateral (
                select p.*
                from switchboard.todo_attempts as p
                where p.todo_id = held.id and p.seq = held.attempts_total
                order by p.seq
                limit 1
            ) as o
            where o.ended_at is null
        )
    ) as h
    inner join switchboard.todos as t on h.todo_id = t.id
    where a.human_id = p_human_id;
end
$$;
comment on function switchboard._recent_attempts is
'The newest attempts at a human''s endpoints, open ones included, with the last sign of life of whoever made them.';
revoke all on function switchboard._recent_attempts from public;
