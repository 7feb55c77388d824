-- who calls: the Board; reads only
-- errors: SB401, SB400
create or replace function switchboard.owner_show_todos(p_human_id uuid, p_todo_ids text[]) returns setof switchboard.shown_todo
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_owner text := switchboard._authorise_human(p_human_id);
    v_now timestamptz := switchboard._now();
begin
    if coalesce(cardinality(p_todo_ids), 0) > 200 then
        perform switchboard._raise_invalid('todo_ids', 'must be at most 200');
    end if;
    return query
    select
        t.id,
        e.id,
        e.slug,
        t.queue,
        t.source,
        t.kind,
        t.title,
        t.state,
        t.state = 'failed' and t.next_retry_at is null,
        case
            when t.state not in ('claimed', 'input-required', 'auth-required') then null
            when t.owner = v_owner then 'you'
            else 'worker'
        end,
        m.claimant,
        t.attempt,
        t.max_attempts,
        t.attempts_total,
        t.attempts_pruned,
        t.claimed_at,
        t.lease_expires_at,
        t.next_retry_at,
        t.created_at,
        t.updated_at,
        t.completed_at,
        coalesce(m.marks, '{}'),
        switchboard._owner_actions(switchboard._todo_row(t), v_owner, v_now, switchboard._is_over(e.revoked_at, e.expires_at))
    from unnest(p_todo_ids) as i (id)
    -- One by one, by its key: a plan that is made while the tables are empty may otherwise walk all of an endpoint's todos.
    cross join lateral (select o.* from switchboard.todos as o where o.id = i.id order by o.id limit 1) as t
    inner join switchboard.endpoints as e on t.endpoint_id = e.id
    inner join switchboard.agents as a on e.agent_id = a.id
    cross join lateral (
        select
            array_agg(switchboard._mark(h.outcome) order by h.seq) as marks,
            (array_agg(h.claimant order by h.seq desc))[1] as claimant
        from switchboard.todo_attempts as h
        where h.todo_id = t.id and h.seq > t.attempts_total - 12
    ) as m
    where a.human_id = p_human_id
    order by t.created_at desc, t.id desc;
end
$$;
comment on function switchboard.owner_show_todos is
'Those of the ids, at most 200, that are the human''s todos, newest first, as a list shows them: todo_row without sizes, and
holder (you, worker, or null when nobody holds it), claimant of the newest attempt, marks of up to 12 attempts, oldest first
(open, completed, failed, died, released, called_off), and the actions that owner_* functions would accept now.';
revoke all on function switchboard.owner_show_todos from public;
grant execute on function switchboard.owner_show_todos to switchboard_shim;
