-- who calls: operators and monitoring; reads only
-- It reads whole tables on purpose, so its pins differ: without nested loops, statistics from when the tables were small cannot
-- make it read one table for each row of another.
create or replace function switchboard.doctor() returns setof switchboard.finding
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set enable_nestloop = off
set jit = off
as $$
declare
    v_now timestamptz := switchboard._now();
begin
    return query
    with unended as (
        select
            a.todo_id,
            count(*) as number
        from switchboard.todo_attempts as a
        where a.ended_at is null
        group by a.todo_id
    )

    select
        'open_attempt',
        'violation',
        format('todo %s is %s and has %s open attempts', t.id, t.state, coalesce(u.number, 0)),
        'Close the surplus attempts, or return the todo to pending, in one transaction.'
    from switchboard.todos as t
    left join unended as u on t.id = u.todo_id
    where coalesce(u.number, 0) <> (t.state in ('claimed', 'input-required', 'auth-required'))::integer
    order by t.id
    limit 100;

    return query
    select
        'open_attempt_matches',
        'violation',
        format('todo %s: open attempt %s of %s, or its lease or owner, is not the todo''s', t.id, a.seq, t.attempts_total),
        'Set the attempt''s lease and owner to the todo''s.'
    from switchboard.todo_attempts as a
    inner join switchboard.todos as t on a.todo_id = t.id
    where
        a.ended_at is null
        and (a.seq <> t.attempts_total or a.lease_expires_at <> t.lease_expires_at or a.owner is distinct from t.owner)
    order by t.id
    limit 100;

    return query
    select
        'state_columns',
        'violation',
        format('todo %s is %s with the wrong owner, lease or retry time', t.id, t.state),
        'Correct the row; owner_retry or owner_cancel also clears them.'
    from switchboard.todos as t
    left join switchboard.todo_attempts as a on t.id = a.todo_id and t.attempts_total = a.seq
    where
        case t.state
            when 'pending' then t.owner is not null or t.lease_expires_at is not null or t.next_retry_at is not null
            when 'failed' then t.lease_expires_at is not null or (t.owner is not null and a.outcome in ('reaped', 'revoked'))
            when 'done' then (t.owner is null and t.attempts_total > 0) or t.next_retry_at is not null
            when 'canceled' then t.owner is not null or t.lease_expires_at is not null or t.next_retry_at is not null
            when 'rejected' then t.owner is not null or t.lease_expires_at is not null or t.next_retry_at is not null
            else t.owner is null or not coalesce(isfinite(t.lease_expires_at), false) or t.next_retry_at is not null
        end
    order by t.id
    limit 100;

    return query
    with history as (
        select
            a.todo_id,
            count(*) as kept,
            min(a.seq) as oldest,
            max(a.seq) as newest
        from switchboard.todo_attempts as a
        group by a.todo_id
    )

    select
        'attempt_count',
        'violation',
        format(
            'todo %s keeps %s attempts from %s to %s, total %s, pruned %s',
            t.id, coalesce(h.kept, 0), h.oldest, h.newest, t.attempts_total, t.attempts_pruned
        ),
        'History was lost or invented outside the functions; set the counters to what is kept.'
    from switchboard.todos as t
    left join history as h on t.id = h.todo_id
    where
        t.attempts_pruned < 0 or coalesce(h.kept, 0) <> t.attempts_total - t.attempts_pruned
        or h.oldest <> t.attempts_pruned + 1 or h.newest <> t.attempts_total
    order by t.id
    limit 100;

    return query
    select
        'attempt_ending',
        'violation',
        format('attempt %s of todo %s ended as %s and %s', a.seq, a.todo_id, a.outcome, a.disposition),
        'Correct the row: the pairs that can occur are listed in docs/concepts.md.'
    from switchboard.todo_attempts as a
    where
        (a.ended_at is null) <> (a.outcome is null) or (a.ended_at is null) <> (a.disposition is null)
        or (a.outcome, a.disposition) not in (
            ('completed', 'done'), ('failed', 'retry_scheduled'), ('failed', 'dead_lettered'), ('released', 'requeued'),
            ('lease_expired', 'requeued'), ('reaped', 'requeued'), ('reaped', 'dead_lettered'), ('canceled', 'canceled'),
            ('revoked', 'dead_lettered')
        )
    order by a.todo_id, a.seq
    limit 100;

    return query
    select
        'silent_death',
        'violation',
        format('attempt %s of todo %s ended as %s and has a summary or artifact', a.seq, a.todo_id, a.outcome),
        'Only the holder''s report leaves text; clear it.'
    from switchboard.todo_attempts as a
    where a.outcome in ('lease_expired', 'reaped', 'canceled', 'revoked') and (a.summary is not null or a.artifact is not null)
    order by a.todo_id, a.seq
    limit 100;

    return query
    select
        'pending_over_cap',
        'violation',
        format(
            'todo %s is pending at attempt %s of %s after a newest attempt that was not released',
            t.id, t.attempt, t.max_attempts
        ),
        'owner_retry cannot help a pending todo: set attempt to 0, or cancel it.'
    from switchboard.todos as t
    left join switchboard.todo_attempts as a on t.id = a.todo_id and t.attempts_total = a.seq
    where t.state = 'pending' and t.attempt >= t.max_attempts and a.outcome is distinct from 'released'
    order by t.id
    limit 100;

    return query
    select
        'retry_time',
        'violation',
        format('todo %s waits for a retry at %s', t.id, switchboard._utc(t.next_retry_at)),
        'Only a failed todo waits, at most 15 minutes from its failure: owner_retry puts it back now.'
    from switchboard.todos as t
    where
        t.next_retry_at is not null
        and (t.state <> 'failed' or not isfinite(t.next_retry_at) or t.next_retry_at > t.updated_at + interval '15 minutes')
    order by t.id
    limit 100;

    return query
    select
        'texts',
        'violation',
        format('attempt %s of todo %s holds a text, artifact or digest out of its limits', a.seq, a.todo_id),
        'Clear the field.'
    from switchboard.todo_attempts as a
    where
        octet_length(a.summary) > 2048 or octet_length(a.claimant) > 128 or octet_length(a.lease_token_hash) <> 32
        or a.claimant is distinct from switchboard._clean_label(a.claimant) or not switchboard._is_artifact(a.artifact)
    order by a.todo_id, a.seq
    limit 100;

    return query
    select
        'lease_length',
        'violation',
        format('attempt %s of todo %s has a lease of over 24 hours', a.seq, a.todo_id),
        'Set the lease of todo and attempt to a time at most 24 hours after the last sign of life.'
    from switchboard.todo_attempts as a
    where
        not isfinite(a.lease_expires_at) or not isfinite(a.claimed_at)
        or (
            a.lease_expires_at > greatest(a.claimed_at, a.last_heartbeat_at) + interval '86400 seconds'
            -- Heartbeats from before attempt history were not noted.
            and a.claimant is distinct from 'migrated'
        )
    order by a.todo_id, a.seq
    limit 100;

    return query
    select
        'todo_times',
        'violation',
        format('todo %s has a time without an end', t.id),
        'Set the time to a real one: such a todo is never pruned, or never found by age.'
    from switchboard.todos as t
    where
        not (
            isfinite(t.created_at) and isfinite(t.updated_at)
            and coalesce(isfinite(t.claimed_at), true) and coalesce(isfinite(t.completed_at), true)
        )
    order by t.id
    limit 100;

    return query
    select
        'orphans',
        'violation',
        format('attempt %s has no todo %s, or its claimer is no endpoint', a.seq, a.todo_id),
        'A foreign key was bypassed; delete the attempt or clear its claimer.'
    from switchboard.todo_attempts as a
    left join switchboard.todos as t on a.todo_id = t.id
    left join switchboard.endpoints as e on a.claimer_endpoint_id = e.id
    where t.id is null or (a.claimer_endpoint_id is not null and e.id is null)
    order by a.todo_id, a.seq
    limit 100;

    return query
    select
        'tenancy',
        'violation',
        format('attempt %s of todo %s belongs to another tenant', a.seq, a.todo_id),
        'Find out who wrote it, then clear its claimer or delete it.'
    from switchboard.todo_attempts as a
    inner join switchboard.todos as t on a.todo_id = t.id
    inner join switchboard.endpoints as e on t.endpoint_id = e.id
    inner join switchboard.agents as g on e.agent_id = g.id
    where
        a.claimer_endpoint_id <> t.endpoint_id
        or (a.claimer_endpoint_id is not null and a.owner <> 'agent:' || e.agent_id)
        or (a.claimer_kind = 'owner' and a.owner <> 'op:' || g.human_id)
    order by a.todo_id, a.seq
    limit 100;

    return query
    select
        'idempotency_key',
        'violation',
        format('endpoint %s has %s live todos of one idempotency key', t.endpoint_id, count(*)),
        'Reindex todos_idempotency_key, then cancel all but one.'
    from switchboard.todos as t
    where
        t.idempotency_key is not null and t.state not in ('done', 'canceled', 'rejected')
        and (t.state <> 'failed' or t.next_retry_at is not null)
    group by t.endpoint_id, t.idempotency_key
    having count(*) > 1
    order by t.endpoint_id
    limit 100;

    return query
    select
        'dead_endpoint',
        'violation',
        format('todo %s is live under an endpoint revoked at %s', t.id, switchboard._utc(e.revoked_at)),
        'Call revoke_endpoint() again; until an hour after the revocation sweep() does.'
    from switchboard.endpoints as e
    inner join switchboard.todos as t on e.id = t.endpoint_id
    where
        e.revoked_at < v_now - interval '1 minute'
        and (t.state in ('pending', 'claimed', 'input-required', 'auth-required') or t.next_retry_at is not null)
    order by t.id
    limit 100;

    return query
    select
        'queue_numbers',
        'violation',
        format(
            'queue label %s: the numbers are off by %s pending, %s claimed, %s done, %s failed, %s of them dead',
            d.label, d.pending, d.claimed, d.done, d.failed, d.dead
        ),
        'select switchboard.recount_todos(); needed after todos were changed or deleted by hand.'
    from switchboard._drifts() as d
    order by d.label
    limit 100;

    return query
    select
        'lost_event',
        'violation',
        format('event %s of todo %s lies below the relay''s bound and will never be relayed', v.id, v.todo_id),
        'Delete the event, then select switchboard.recount_todos(); the totals miss it.'
    from switchboard.todo_events as v
    where v.id <= (select max(c.bound) from switchboard.relay_cursor as c)
    order by v.id
    limit 100;

    return query
    select
        'relay_cursor',
        'violation',
        format('the relay has %s cursor rows; it needs exactly one', count(c.gen)),
        'Keep the row with the greatest gen; if there is none: insert into switchboard.relay_cursor (gen, bound) values (0, 0).'
    from switchboard.relay_cursor as c
    having count(c.gen) <> 1;

    return query
    select
        'function_rights',
        'violation',
        format('function %s is open to PUBLIC, or not a definer with the pinned path', p.oid::regprocedure),
        'Run switchboard migrate after deleting its row from schema_functions.'
    from pg_proc as p
    inner join pg_namespace as n on p.pronamespace = n.oid
    where
        n.nspname = 'switchboard'
        and (
            has_function_privilege('public', p.oid, 'execute')
            or (
                not starts_with(p.proname, '_')
                and (not p.prosecdef or not coalesce(p.proconfig @> array['search_path=pg_catalog, pg_temp'], false))
            )
        )
    order by p.proname
    limit 100;

    return query
    select
        'owner_role',
        'violation',
        'the role switchboard_owner is a superuser or may log in',
        'alter role switchboard_owner nosuperuser nologin'
    from pg_roles as r
    where r.rolname = 'switchboard_owner' and (r.rolsuper or r.rolcanlogin);

    return query
    select
        'time_order',
        'warning',
        format('attempt %s of todo %s ended or beat before it began, or overlaps the one before', a.seq, a.todo_id),
        'The server''s clock stepped back. Nothing is lost; times in the history are not exact.'
    from switchboard.todo_attempts as a
    left join switchboard.todo_attempts as b on a.todo_id = b.todo_id and b.seq = a.seq - 1
    where
        a.ended_at < a.claimed_at or a.last_heartbeat_at < a.claimed_at or a.last_heartbeat_at > a.ended_at
        or a.claimed_at < b.ended_at
    order by a.todo_id, a.seq
    limit 100;

    return query
    select
        'settings',
        'warning',
        format('setting %s is unknown or has an unusable value; the default counts', s.key),
        'select switchboard.set_setting(key, value)'
    from switchboard.settings as s
    where switchboard._setting(s.key) is null or s.value !~ '^[0-9]{1,6}$';

    return query
    select
        'sweep',
        'warning',
        format('%s leases lapsed or retries fell due over a minute ago', count(*)),
        'Keep a server running, or call sweep() every few seconds.'
    from switchboard.todos as t
    where
        (t.state = 'claimed' and t.lease_expires_at < v_now - interval '1 minute')
        or (t.state = 'failed' and t.next_retry_at < v_now - interval '1 minute')
    having count(*) > 0;

    return query
    select
        'relay',
        'warning',
        format('%s events wait, the oldest since %s', count(*), switchboard._utc(min(v.occurred_at))),
        'Keep a server running, or call relay_events() or sweep() every few seconds.'
    from switchboard.todo_events as v
    having min(v.occurred_at) < v_now - interval '1 minute';

    return query
    select
        'prepared_transaction',
        'warning',
        format('prepared transaction %s holds its locks since %s', x.gid, switchboard._utc(x.prepared)),
        'commit prepared or rollback prepared: claims and sweeps skip what it locked.'
    from pg_prepared_xacts as x
    where x.database = current_database();

    return query
    select
        'old_snapshot',
        'warning',
        format('a session holds a snapshot since %s', switchboard._utc(min(s.xact_start))),
        'End the long transaction: dead rows cannot be removed and every scan walks over them.'
    from pg_stat_activity as s
    where s.backend_xmin is not null and s.xact_start < v_now - interval '10 minutes' and s.datname = current_database()
    having count(*) > 0;

    return query
    select
        'invalid_index',
        'warning',
        format('index %s is invalid', i.indexrelid::regclass),
        'reindex index concurrently'
    from pg_index as i
    inner join pg_class as c on i.indrelid = c.oid
    inner join pg_namespace as n on c.relnamespace = n.oid
    where n.nspname = 'switchboard' and not i.indisvalid;
end
$$;
comment on function switchboard.doctor is
'Checks what must always hold. One row per finding: severity violation for a broken invariant (none when all hold), warning for
health; detail names ids, never user-written text; fix says what to do. At most 100 rows per check.';
revoke all on function switchboard.doctor from public;
grant execute on function switchboard.doctor to switchboard_operator, switchboard_reader;
