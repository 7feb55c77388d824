-- Todos with the base lifecycle: before attempt history.

create table switchboard.todos (
    id text collate "C" not null,
    endpoint_id uuid not null,
    queue text collate "C" not null,
    source text,
    kind text,
    title text not null,
    assignee text collate "C",
    idempotency_key text collate "C",
    max_attempts integer not null default 5,
    created_at timestamptz not null default pg_catalog.now(),
    state text not null default 'pending',
    owner text,
    attempt integer not null default 0,
    lease_expires_at timestamptz,
    next_retry_at timestamptz,
    claimed_at timestamptz,
    completed_at timestamptz,
    updated_at timestamptz not null default pg_catalog.now(),
    payload jsonb,
    routing jsonb,
    result jsonb,
    constraint todos_pkey primary key (id),
    constraint todos_endpoint_id_fkey foreign key (endpoint_id) references switchboard.endpoints (id) on delete cascade,
    constraint todos_state_check check (
        state in ('pending', 'claimed', 'done', 'failed', 'canceled', 'rejected', 'input-required', 'auth-required')
    )
) with (
    -- Room for a transition's new row version on the same page.
    fillfactor = 70,
    -- A payload that goes out of line at all goes out whole, so that transitions rewrite only the narrow row.
    toast_tuple_target = 256,
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_insert_scale_factor = 0.05,
    autovacuum_analyze_scale_factor = 0.02
);
comment on table switchboard.todos is 'One todo a row. Changed only by the functions in db/functions/transition and their helpers.';
comment on column switchboard.todos.id is 'td_ and 30 hexadecimal digits: time in microseconds, then 64 random bits. Sorts by creation.';
comment on column switchboard.todos.endpoint_id is 'The endpoint that owns the todo: its tenant.';
comment on column switchboard.todos.queue is 'Queue, 1 to 128 bytes without control characters.';
comment on column switchboard.todos.source is 'Where it came from, for people; may be null.';
comment on column switchboard.todos.kind is 'What sort of work it is, for people; may be null.';
comment on column switchboard.todos.title is 'One line, 1 to 1,024 bytes.';
comment on column switchboard.todos.assignee is 'Owner string of the only one who may claim it; null for anybody.';
comment on column switchboard.todos.idempotency_key is 'The producer''s key: one live todo per endpoint and key; null never deduplicates.';
comment on column switchboard.todos.max_attempts is 'A failure or death at this attempt is the last: the todo becomes a dead letter.';
comment on column switchboard.todos.created_at is 'When it was created; claims go oldest first.';
comment on column switchboard.todos.state is 'pending, claimed, input-required, auth-required, done, failed, canceled or rejected.';
comment on column switchboard.todos.owner is 'Who holds the lease, agent:<id> or op:<id>; kept on done and on failed by a report.';
comment on column switchboard.todos.attempt is 'Claims since creation or the last manual retry.';
comment on column switchboard.todos.lease_expires_at is 'When the lease lapses; kept on done.';
comment on column switchboard.todos.next_retry_at is 'When a failed todo returns to pending; null on failed means dead letter.';
comment on column switchboard.todos.claimed_at is 'When the latest claim was made.';
comment on column switchboard.todos.completed_at is 'When it was done, canceled, rejected or revoked.';
comment on column switchboard.todos.updated_at is 'When the row last changed; retention counts from here.';
comment on column switchboard.todos.payload is 'The producer''s data, up to 1 MiB and 64 levels deep.';
comment on column switchboard.todos.routing is 'The producer''s routing notes, same limits.';
comment on column switchboard.todos.result is 'The latest report''s result, same limits.';
comment on constraint todos_pkey on switchboard.todos is 'Identity.';
comment on constraint todos_endpoint_id_fkey on switchboard.todos is 'A todo belongs to an endpoint. Served by todos_list_idx.';
comment on constraint todos_state_check on switchboard.todos is 'The eight states.';

create index todos_pending_idx on switchboard.todos (endpoint_id, queue, created_at, id)
where state = 'pending' and assignee is null;
create index todos_pending_assigned_idx on switchboard.todos (endpoint_id, assignee, queue, created_at, id)
where state = 'pending' and assignee is not null;
create index todos_retry_idx on switchboard.todos (endpoint_id, next_retry_at)
where state = 'failed' and next_retry_at is not null;
create index todos_list_idx on switchboard.todos (endpoint_id, created_at, id);
create unique index todos_idempotency_key on switchboard.todos (endpoint_id, idempotency_key)
where idempotency_key is not null
and state not in ('done', 'canceled', 'rejected') and (state <> 'failed' or next_retry_at is not null);
comment on index switchboard.todos_pending_idx is 'claim_next: the oldest pending todo of an endpoint and queue.';
comment on index switchboard.todos_pending_assigned_idx is 'claim_next: the oldest todo kept for one assignee, so that those kept for others cost nothing.';
comment on index switchboard.todos_retry_idx is 'Parked retries of an endpoint by due time: claim_next, and requeue_due_retries endpoint by endpoint.';
comment on index switchboard.todos_list_idx is 'list_todos, newest first; also the foreign key.';
comment on index switchboard.todos_idempotency_key is 'One live todo per endpoint and key. Done, canceled, rejected and dead letters release the key.';
