-- transition: pending | claimed (lapsed) | failed (due) -> claimed
-- locks: none of its own: the caller holds the todo's row lock and has found it claimable
-- tables: todo_attempts (update, insert, delete), todos (update), todo_events (insert)
create or replace function switchboard._claim(
    p_todo switchboard.todo_row, p_now timestamptz, p_request switchboard.lease_request
) returns switchboard.claimed_todo
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_seq bigint := p_todo.attempts_total + 1;
    v_lease timestamptz := p_now + p_request.ttl;
    v_pruned bigint := 0::bigint;
    v_cap integer;
    v_prior jsonb;
    v_claimed switchboard.claimed_todo;
begin
    if p_todo.state = 'claimed' then
        perform switchboard._close_attempt(p_todo, p_now, 'lease_expired', 'requeued');
    end if;
    insert into switchboard.todo_attempts (
        todo_id, seq, attempt, claimer_kind, claimer_endpoint_id, claimer_session, owner, claimant,
        claimed_at, lease_expires_at, lease_token_hash
    ) values (
        p_todo.id, v_seq, p_todo.attempt + 1, p_request.claimer_kind, p_request.endpoint_id, p_request.session,
        p_request.owner, p_request.claimant, p_now, v_lease, p_request.token_hash
    );
    -- The cap is never below 5, so most claims need not ask.
    if v_seq - p_todo.attempts_pruned > 5 then
        v_cap := greatest(switchboard._setting('attempt_history_max_per_todo'), 5);
        if v_seq - p_todo.attempts_pruned > v_cap then
            delete from switchboard.todo_attempts as a
            where a.todo_id = p_todo.id and a.seq <= v_seq - v_cap and a.ended_at is not null;
            get diagnostics v_pruned = row_count;
        end if;
    end if;
    v_prior := switchboard._prior_attempts(p_todo);
    update switchboard.todos as t set
        state = 'claimed',
        owner = p_request.owner,
        attempt = t.attempt + 1,
        lease_expires_at = v_lease,
        next_retry_at = null,
        claimed_at = p_now,
        updated_at = p_now,
        attempts_total = v_seq,
        attempts_pruned = t.attempts_pruned + v_pruned
    where t.id = p_todo.id
    returning (switchboard._todo_row(t)).*, t.payload, t.routing, t.result, v_seq, v_prior into v_claimed;
    if p_todo.state = 'claimed' then
        perform switchboard._record_event(p_todo, p_now, 'taken_over', 'lease_expired');
    else
        perform switchboard._record_event(p_todo, p_now, 'claimed');
    end if;
    return v_claimed;
end
$$;
comment on function switchboard._claim is
'Claims a locked, claimable todo: closes a lapsed attempt, opens the next, prunes history to the cap, and answers the todo with
its prior attempts.';
revoke all on function switchboard._claim from public;
