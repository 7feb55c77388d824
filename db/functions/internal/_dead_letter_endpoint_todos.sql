-- transition: pending | claimed | input-required | auth-required | failed (parked) -> failed (dead letter)
-- locks: the live todos of the endpoint in id order (waits)
-- tables: todo_attempts (update), todos (update), todo_events (insert)
create or replace function switchboard._dead_letter_endpoint_todos(p_endpoint_id uuid) returns integer
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_ids text[];
    v_states text[];
    v_held text[];
    v_now timestamptz;
    v_closed integer;
begin
    -- One probe for each index that leads with the endpoint; the endpoint's finished todos are never read.
    select array_agg(l.id) into v_ids
    from (
        select t.id from switchboard.todos as t
        where t.endpoint_id = p_endpoint_id and t.state = 'pending' and t.assignee is null
        union all
        select t.id from switchboard.todos as t
        where t.endpoint_id = p_endpoint_id and t.state = 'pending' and t.assignee is not null
        union all
        select t.id from switchboard.todos as t
        where t.endpoint_id = p_endpoint_id and t.state = 'claimed' and t.attempt < t.max_attempts
        union all
        select t.id from switchboard.todos as t
        where t.endpoint_id = p_endpoint_id and t.state = 'claimed' and t.attempt >= t.max_attempts
        union all
        select t.id from switchboard.todos as t
        where t.endpoint_id = p_endpoint_id and t.state collate "C" in ('input-required', 'auth-required')
        union all
        select t.id from switchboard.todos as t
        where t.endpoint_id = p_endpoint_id and t.state = 'failed' and t.next_retry_at is not null
    ) as l;
    if v_ids is null then
        return 0;
    end if;
    -- What the lock waited for may have changed the state, so it is asked again as it is under the lock.
    select
        array_agg(c.id) filter (
            where c.state in ('pending', 'claimed', 'input-required', 'auth-required')
            or (c.state = 'failed' and c.next_retry_at is not null)
        ),
        array_agg(c.state) filter (
            where c.state in ('pending', 'claimed', 'input-required', 'auth-required')
            or (c.state = 'failed' and c.next_retry_at is not null)
        ),
        array_agg(c.id) filter (where c.state in ('claimed', 'input-required', 'auth-required'))
    into v_ids, v_states, v_held
    from (
        select t.id, t.state, t.next_retry_at
        from switchboard.todos as t
        where t.id = any(v_ids)
        order by t.id
        for no key update
    ) as c;
    v_now := switchboard._now();
    update switchboard.todo_attempts as a set
        ended_at = v_now,
        outcome = 'revoked',
        disposition = 'dead_lettered'
    where a.todo_id = any(v_held) and a.ended_at is null;
    get diagnostics v_closed = row_count;
    update switchboard.todos as t set
        state = 'failed',
        owner = null,
        lease_expires_at = null,
        next_retry_at = null,
        result = jsonb_build_object('error', 'endpoint_revoked'),
        completed_at = v_now,
        updated_at = v_now
    where t.id = any(v_ids);
    insert into switchboard.todo_events (occurred_at, endpoint_id, seq, attempt, queue, todo_id, event, from_state, outcome)
    select
        v_now,
        t.endpoint_id,
        case when m.state in ('claimed', 'input-required', 'auth-required') then t.attempts_total end,
        t.attempt,
        t.queue,
        t.id,
        'revoked',
        m.state,
        case when m.state in ('claimed', 'input-required', 'auth-required') then 'revoked' end
    from unnest(v_ids, v_states) as m (id, state)
    inner join switchboard.todos as t on m.id = t.id;
    return v_closed;
end
$$;
comment on function switchboard._dead_letter_endpoint_todos is
'The revocation cascade: every live todo of the endpoint becomes a dead letter; answers how many attempts it closed.';
revoke all on function switchboard._dead_letter_endpoint_todos from public;
