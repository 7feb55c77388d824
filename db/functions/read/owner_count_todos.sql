-- who calls: the Board; reads only
-- errors: SB401
create or replace function switchboard.owner_count_todos(p_human_id uuid) returns switchboard.todo_counts
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set enable_bitmapscan = off -- it would collect every todo of a state, and the count ends early
set jit = off
as $$
declare
    v_most constant bigint := 10001::bigint;
    v_counts switchboard.todo_counts;
begin
    perform switchboard._authorise_human(p_human_id);
    with counted as (
        select
            n.key,
            sum(n.number) as number
        from switchboard.agents as a
        inner join switchboard.endpoints as e on a.id = e.agent_id
        cross join lateral (
            select k.key, c.number
            from unnest(switchboard._list_states('all')) as k (key)
            cross join lateral (
                select count(*) as number
                from (
                    select from switchboard.todos as t
                    where t.endpoint_id = e.id and t.state collate "C" = k.key
                    order by t.created_at
                    limit v_most
                ) as l
            ) as c
            union all
            select 'dead_letter', count(*)
            from (
                select from switchboard.todos as t
                where t.endpoint_id = e.id and t.state = 'failed' and t.next_retry_at is null
                order by t.created_at
                limit v_most
            ) as d
        ) as n
        where a.human_id = p_human_id
        group by n.key
    )

    select
        least(coalesce(sum(c.number) filter (where c.key <> 'dead_letter'), 0), v_most)::bigint,
        least(coalesce(sum(c.number) filter (where c.key = 'pending'), 0), v_most)::bigint,
        least(coalesce(sum(c.number) filter (where c.key = 'claimed'), 0), v_most)::bigint,
        least(coalesce(sum(c.number) filter (where c.key = 'failed'), 0), v_most)::bigint,
        least(coalesce(sum(c.number) filter (where c.key = 'dead_letter'), 0), v_most)::bigint,
        least(coalesce(sum(c.number) filter (where c.key = 'done'), 0), v_most)::bigint,
        least(coalesce(sum(c.number) filter (where c.key = 'input-required'), 0), v_most)::bigint,
        least(coalesce(sum(c.number) filter (where c.key = 'auth-required'), 0), v_most)::bigint,
        least(coalesce(sum(c.number) filter (where c.key = 'canceled'), 0), v_most)::bigint,
        least(coalesce(sum(c.number) filter (where c.key = 'rejected'), 0), v_most)::bigint
    into v_counts
    from counted as c;
    return v_counts;
end
$$;
comment on function switchboard.owner_count_todos is
'How many todos of the human each filter of owner_list_todos finds, exactly up to 10,000; 10,001 means more.
failed counts dead letters, too.';
revoke all on function switchboard.owner_count_todos from public;
grant execute on function switchboard.owner_count_todos to switchboard_shim;
