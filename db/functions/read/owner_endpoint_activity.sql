-- who calls: the Board; reads only
-- errors: SB401
create or replace function switchboard.owner_endpoint_activity(p_human_id uuid) returns setof switchboard.endpoint_activity
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set enable_bitmapscan = off -- as in owner_count_todos
set jit = off
as $$
begin
    perform switchboard._authorise_human(p_human_id);
    return query
    select
        e.id,
        n.held,
        n.open_todos,
        greatest(
            (
                select max(coalesce(o.last_heartbeat_at, o.claimed_at))
                from unnest(array['claimed', 'input-required', 'auth-required']) as s (state)
                cross join lateral (
                    select t.id, t.attempts_total
                    from switchboard.todos as t
                    where t.endpoint_id = e.id and t.state collate "C" = s.state
                    order by t.created_at desc, t.id desc
                    limit 500
                ) as h
                cross join lateral (
                    select p.last_heartbeat_at, p.claimed_at, p.claimer_kind
                    from switchboard.todo_attempts as p
                    where p.todo_id = h.id and p.seq = h.attempts_total
                    order by p.seq
                    limit 1
                ) as o
                -- The human's own lease, taken from the Board, is no sign of a worker.
                where o.claimer_kind = 'endpoint'
            ),
            (
                select max(c.seen_at)
                from (
                    select
                        case
                            when l.outcome in ('completed', 'failed', 'released') then l.ended_at
                            else coalesce(l.last_heartbeat_at, l.claimed_at)
                        end as seen_at
                    from switchboard.todo_attempts as l
                    where l.claimer_endpoint_id = e.id and l.ended_at is not null
                    order by l.ended_at desc
                    limit 20
                ) as c
            )
        )
    from switchboard.agents as a
    inner join switchboard.endpoints as e on a.id = e.agent_id
    cross join lateral (
        select
            least(sum(c.number) filter (where c.state not in ('pending', 'failed')), 10001)::bigint as held,
            least(sum(c.number), 10001)::bigint as open_todos
        from unnest(array['pending', 'claimed', 'input-required', 'auth-required', 'failed']) as k (state)
        cross join lateral (
            select k.state, count(*) as number
            from (
                (
                    select from switchboard.todos as t
                    where k.state <> 'failed' and t.endpoint_id = e.id and t.state collate "C" = k.state
                    order by t.created_at
                    limit 10001
                )
                union all
                (
                    select from switchboard.todos as t
                    where k.state = 'failed' and t.endpoint_id = e.id and t.state = 'failed' and t.next_retry_at is not null
                    order by t.next_retry_at
                    limit 10001
                )
            ) as l
        ) as c
    ) as n
    where a.human_id = p_human_id
    order by e.created_at, e.id;
end
$$;
comment on function switchboard.owner_endpoint_activity is
'What happens at each endpoint of the human: leases that are held (interrupted ones, too), todos that revoking would turn into dead
letters (those leases'' todos included), each exactly up to 10,000 and 10,001 for more, and the last sign of life of a worker.';
revoke all on function switchboard.owner_endpoint_activity from public;
grant execute on function switchboard.owner_endpoint_activity to switchboard_shim;
