-- Events, and what the relay makes of them: numbers for monitoring, and doorbells.

-- No CHECK and no foreign key: each would be paid by every transition, and only functions write here.
create table switchboard.todo_events (
    id bigint not null generated always as identity,
    occurred_at timestamptz not null,
    endpoint_id uuid not null,
    seq bigint,
    attempt integer,
    queue text collate "C" not null,
    todo_id text collate "C" not null,
    event text not null,
    from_state text,
    outcome text,
    source text,
    context jsonb,
    constraint todo_events_pkey primary key (id)
) with (
    -- Filled and emptied all the time: vacuum by count, not by share.
    autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_threshold = 1000,
    autovacuum_vacuum_insert_scale_factor = 0,
    autovacuum_vacuum_insert_threshold = 100000
);
comment on table switchboard.todo_events is
'One row per transition, written in its transaction and deleted by relay_events(), normally within a tenth of a second. Heartbeats write none.';
comment on column switchboard.todo_events.id is 'Order of writing. A lower id may commit later than a higher one; for one todo it does not.';
comment on column switchboard.todo_events.occurred_at is 'The time that the transition wrote.';
comment on column switchboard.todo_events.endpoint_id is 'The endpoint that owns the todo.';
comment on column switchboard.todo_events.seq is 'The attempt that was opened, closed, interrupted or resumed; otherwise null.';
comment on column switchboard.todo_events.attempt is 'The todo''s attempt counter after the transition.';
comment on column switchboard.todo_events.queue is 'The todo''s queue.';
comment on column switchboard.todo_events.todo_id is 'The todo.';
comment on column switchboard.todo_events.event is
'created, claimed, taken_over, completed, failed, dead_lettered (a failure or reaping at the last attempt), released, reaped, requeued, retried, interrupted, resumed, canceled, rejected, revoked or pruned.';
comment on column switchboard.todo_events.from_state is 'The state before, dead_letter for a dead letter; null for created.';
comment on column switchboard.todo_events.outcome is 'How the closed attempt ended; null when none was closed. taken_over closes the attempt before seq.';
comment on column switchboard.todo_events.source is 'The todo''s source, for created only.';
comment on column switchboard.todo_events.context is
'For dead_lettered: seq, outcome, died, summary, artifact and attempts_total of the closing attempt; otherwise null.';
comment on sequence switchboard.todo_events_id_seq is 'Ids of events.';
comment on constraint todo_events_pkey on switchboard.todo_events is 'The relay takes the oldest first.';

-- Never updated: a row that is updated in place grows slow to read while an old snapshot is open. The row with the greatest gen counts,
-- and is found without walking over its dead predecessors.
create table switchboard.relay_cursor (
    gen bigint not null,
    bound bigint not null,
    noted_id bigint,
    noted_xid xid8,
    constraint relay_cursor_pkey primary key (gen)
);
comment on table switchboard.relay_cursor is 'Where the relay stands: one row. Its lock makes the relay one at a time.';
comment on column switchboard.relay_cursor.gen is 'Counts up with each batch.';
comment on column switchboard.relay_cursor.bound is 'No event with this id or a lower one is left, and none can still be committed.';
comment on column switchboard.relay_cursor.noted_id is 'The newest event id at some moment, a candidate for the bound.';
comment on column switchboard.relay_cursor.noted_xid is
'A transaction id taken after that moment: once no transaction as old is running, noted_id is settled.';
comment on constraint relay_cursor_pkey on switchboard.relay_cursor is 'The newest row is at the end of this index.';
insert into switchboard.relay_cursor (gen, bound) values (0, 0);

create table switchboard.queue_labels (
    queue text collate "C" not null,
    place integer not null,
    admitted_at timestamptz not null default pg_catalog.now(),
    constraint queue_labels_pkey primary key (queue),
    constraint queue_labels_place_key unique (place),
    constraint queue_labels_place_check check (place between 1 and 50)
);
comment on table switchboard.queue_labels is
'The first 50 queues that were granted to an endpoint: each is a label of its own in the metrics, later ones share __other__.';
comment on column switchboard.queue_labels.queue is 'The queue.';
comment on column switchboard.queue_labels.place is 'From 1 on, in the order of admission.';
comment on column switchboard.queue_labels.admitted_at is 'When it was first granted.';
comment on constraint queue_labels_pkey on switchboard.queue_labels is 'One label per queue.';
comment on constraint queue_labels_place_key on switchboard.queue_labels is 'Two transactions at once cannot take one place.';
comment on constraint queue_labels_place_check on switchboard.queue_labels is '50 places in all.';
insert into switchboard.queue_labels (queue, place)
select
    k.queue,
    pg_catalog.row_number() over (order by min(k.granted_at), k.queue)
from (
    select
        q.queue,
        e.created_at as granted_at
    from switchboard.endpoints as e
    cross join lateral pg_catalog.unnest(e.queues) as q (queue)
    union all
    -- Last those that nobody is granted any more: their todos, counted under __other__, would be missed if one were granted again.
    select
        t.queue,
        null
    from switchboard.todos as t
) as k
where k.queue <> '__other__'
group by k.queue
order by min(k.granted_at), k.queue
limit 50;

-- Never updated, for the reason given at relay_cursor: of each label the row with the greatest gen counts.
create table switchboard.queue_tallies (
    label text collate "C" not null,
    gen bigint not null,
    pending bigint not null default 0,
    claimed bigint not null default 0,
    done bigint not null default 0,
    failed bigint not null default 0,
    dead bigint not null default 0,
    claimed_total bigint not null default 0,
    completed_total bigint not null default 0,
    failed_total bigint not null default 0,
    leases_expired_total bigint not null default 0,
    attempts_1_total bigint not null default 0,
    attempts_2_total bigint not null default 0,
    attempts_3_total bigint not null default 0,
    closed_completed_total bigint not null default 0,
    closed_failed_total bigint not null default 0,
    closed_released_total bigint not null default 0,
    closed_lease_expired_total bigint not null default 0,
    closed_reaped_total bigint not null default 0,
    closed_canceled_total bigint not null default 0,
    closed_revoked_total bigint not null default 0,
    created_total jsonb not null default '{}',
    constraint queue_tallies_pkey primary key (label, gen)
);
comment on table switchboard.queue_tallies is 'What the relay has counted, one row per label. The events that are still waiting come on top.';
comment on column switchboard.queue_tallies.label is 'A queue of queue_labels, or __other__.';
comment on column switchboard.queue_tallies.gen is 'relay_cursor.gen of the batch that wrote the row.';
comment on column switchboard.queue_tallies.pending is 'Todos now pending.';
comment on column switchboard.queue_tallies.claimed is 'Todos now claimed, lapsed leases included, interrupted ones not.';
comment on column switchboard.queue_tallies.done is 'Todos now done.';
comment on column switchboard.queue_tallies.failed is 'Todos now failed: parked retries and dead letters.';
comment on column switchboard.queue_tallies.dead is 'Dead letters now.';
comment on column switchboard.queue_tallies.claimed_total is 'Claims, takeovers included.';
comment on column switchboard.queue_tallies.completed_total is 'Reports of success.';
comment on column switchboard.queue_tallies.failed_total is 'Reports of failure.';
comment on column switchboard.queue_tallies.leases_expired_total is 'Leases that were taken over or reaped after their deadline.';
comment on column switchboard.queue_tallies.attempts_1_total is 'Claims that were a todo''s first attempt.';
comment on column switchboard.queue_tallies.attempts_2_total is 'Claims that were a second attempt.';
comment on column switchboard.queue_tallies.attempts_3_total is 'Claims that were a third or later attempt.';
comment on column switchboard.queue_tallies.closed_completed_total is 'Attempts closed completed.';
comment on column switchboard.queue_tallies.closed_failed_total is 'Attempts closed failed.';
comment on column switchboard.queue_tallies.closed_released_total is 'Attempts closed released.';
comment on column switchboard.queue_tallies.closed_lease_expired_total is 'Attempts closed by a takeover.';
comment on column switchboard.queue_tallies.closed_reaped_total is 'Attempts closed by the reaper.';
comment on column switchboard.queue_tallies.closed_canceled_total is 'Attempts closed by a cancellation.';
comment on column switchboard.queue_tallies.closed_revoked_total is 'Attempts closed by a revocation.';
comment on column switchboard.queue_tallies.created_total is 'Todos created, by source: at most 20 sources, the others under __other__.';
comment on constraint queue_tallies_pkey on switchboard.queue_tallies is 'The newest row of a label is at the end of its range.';
insert into switchboard.queue_tallies (label, gen, pending, claimed, done, failed, dead)
select
    coalesce(l.queue, '__other__'),
    0,
    count(*) filter (where t.state = 'pending'),
    count(*) filter (where t.state = 'claimed'),
    count(*) filter (where t.state = 'done'),
    count(*) filter (where t.state = 'failed'),
    count(*) filter (where t.state = 'failed' and t.next_retry_at is null)
from switchboard.todos as t
left join switchboard.queue_labels as l on t.queue = l.queue
group by coalesce(l.queue, '__other__');

-- Beside the todo, so that a ring neither rewrites its row nor keeps a claim from it.
create table switchboard.todo_rings (
    todo_id text collate "C" not null,
    rings integer not null,
    rang_at timestamptz not null,
    constraint todo_rings_pkey primary key (todo_id),
    constraint todo_rings_todo_id_fkey foreign key (todo_id) references switchboard.todos (id) on delete cascade
);
comment on table switchboard.todo_rings is 'How often a todo that nobody claims was rung for, beyond the ring of its creation or re-queue.';
comment on column switchboard.todo_rings.todo_id is 'The todo.';
comment on column switchboard.todo_rings.rings is 'Rings so far, at most 5.';
comment on column switchboard.todo_rings.rang_at is 'When the last one was.';
comment on constraint todo_rings_pkey on switchboard.todo_rings is 'One budget per todo.';
comment on constraint todo_rings_todo_id_fkey on switchboard.todo_rings is 'Goes with the todo.';

create table switchboard.endpoint_rings (
    endpoint_id uuid not null,
    swept_at timestamptz,
    attached_at timestamptz,
    constraint endpoint_rings_pkey primary key (endpoint_id),
    constraint endpoint_rings_endpoint_id_fkey foreign key (endpoint_id) references switchboard.endpoints (id) on delete cascade
);
comment on table switchboard.endpoint_rings is 'When an endpoint was last rung for waiting todos.';
comment on column switchboard.endpoint_rings.endpoint_id is 'The endpoint.';
comment on column switchboard.endpoint_rings.swept_at is 'When ring_unclaimed last rang one of its todos: the next ring goes to whoever waited longest.';
comment on column switchboard.endpoint_rings.attached_at is 'When ring_attached last answered: not again within a minute.';
comment on constraint endpoint_rings_pkey on switchboard.endpoint_rings is 'One row per endpoint.';
comment on constraint endpoint_rings_endpoint_id_fkey on switchboard.endpoint_rings is 'Goes with the endpoint.';

create type switchboard.doorbell as (
    todo_id text,
    endpoint_id uuid,
    queue text,
    kind text,
    source text,
    title text,
    updated_at timestamptz
);
comment on type switchboard.doorbell is 'A todo to ring for: what a client is told before it claims.';

create type switchboard.queue_row as (
    queue text,
    pending bigint,
    oldest_pending_at timestamptz
);
comment on type switchboard.queue_row is 'What waits on a queue for one endpoint; pending is counted to 1,000.';

create type switchboard.queue_metrics as (
    queue text,
    pending bigint,
    claimed bigint,
    done bigint,
    failed bigint,
    dead bigint,
    leases_lapsed bigint,
    oldest_pending_seconds double precision,
    oldest_claimable_seconds double precision,
    claimed_total bigint,
    completed_total bigint,
    failed_total bigint,
    leases_expired_total bigint,
    attempts_1_total bigint,
    attempts_2_total bigint,
    attempts_3_total bigint,
    closed_completed_total bigint,
    closed_failed_total bigint,
    closed_released_total bigint,
    closed_lease_expired_total bigint,
    closed_reaped_total bigint,
    closed_canceled_total bigint,
    closed_revoked_total bigint,
    created_total jsonb
);
comment on type switchboard.queue_metrics is 'The numbers of one queue label: see queue_tallies, and queue_metrics().';

create type switchboard.service_metrics as (
    relay_lag_seconds double precision,
    events_waiting bigint,
    oldest_snapshot_seconds double precision
);
comment on type switchboard.service_metrics is 'The numbers of the whole installation: see service_metrics().';
