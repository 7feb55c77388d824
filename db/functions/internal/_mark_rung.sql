-- locks: the todos that are still pending in id order (key share, skips locked ones), then their rows in todo_rings
-- tables: todo_rings (insert or update)
create or replace function switchboard._mark_rung(p_todo_ids text[], p_now timestamptz, p_due boolean) returns text[]
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_ids text[];
begin
    -- By id alone, for the reason given in reap_expired. One that is being claimed needs no ring.
    select array_agg(c.id order by c.id) filter (where c.state = 'pending') into v_ids
    from (
        select t.id, t.state
        from switchboard.todos as t
        where t.id = any(p_todo_ids)
        order by t.id
        for key share skip locked
    ) as c;
    -- A rival that rang meanwhile has used the budget: asked again on its row.
    with rung as (
        insert into switchboard.todo_rings as r (todo_id, rings, rang_at)
        select i.id, 1, p_now from unnest(v_ids) as i (id)
        on conflict (todo_id) do update
            set rings = r.rings + 1, rang_at = p_now
            where r.rings < 5 and (not p_due or switchboard._may_ring(null, r.rings, r.rang_at, p_now))
        returning r.todo_id
    )

    select array_agg(r.todo_id) into v_ids from rung as r;
    return v_ids;
end
$$;
comment on function switchboard._mark_rung is
'Books one ring for each of the todos that is pending and has budget left, with p_due only where a reminder is due. Answers which.';
revoke all on function switchboard._mark_rung from public;
