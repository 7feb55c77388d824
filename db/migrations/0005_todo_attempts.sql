-- Attempt history, as the design document's Schema section has it; only integers are wider and ids are collate "C".

create table switchboard.todo_attempts (
    todo_id text collate "C" not null references switchboard.todos (id) on delete cascade,
    seq bigint not null,
    attempt integer not null,
    claimer_kind text not null check (claimer_kind in ('endpoint', 'owner')),
    claimer_endpoint_id uuid references switchboard.endpoints (id) on delete set null,
    claimer_session text,
    owner text not null,
    claimant text check (octet_length(claimant) <= 128),
    claimed_at timestamptz not null default pg_catalog.now(),
    last_heartbeat_at timestamptz,
    lease_expires_at timestamptz not null,
    ended_at timestamptz,
    outcome text check (
        outcome in ('completed', 'failed', 'released', 'lease_expired', 'reaped', 'canceled', 'revoked')
    ),
    disposition text check (
        disposition in ('done', 'retry_scheduled', 'requeued', 'dead_lettered', 'canceled')
    ),
    summary text check (octet_length(summary) <= 2048),
    summary_truncated boolean not null default false,
    artifact text check (octet_length(artifact) <= 512),
    lease_token_hash bytea check (octet_length(lease_token_hash) = 32),
    primary key (todo_id, seq),
    check ((ended_at is null) = (outcome is null)),
    check ((ended_at is null) = (disposition is null))
);

-- At most one open attempt per todo, checked at commit: the last guard, which no normal path reaches.
alter table switchboard.todo_attempts add constraint todo_attempts_one_open
exclude using btree (todo_id with =) where (ended_at is null)
deferrable initially deferred;

alter table switchboard.todos add column attempts_total bigint not null default 0;
alter table switchboard.todos add column attempts_pruned bigint not null default 0;

-- One open attempt per lease in flight.
update switchboard.todos set attempts_total = 1
where state in ('claimed', 'input-required', 'auth-required');
insert into switchboard.todo_attempts (todo_id, seq, attempt, claimer_kind, owner, claimant, claimed_at, lease_expires_at)
select
    t.id,
    1,
    t.attempt,
    'endpoint',
    coalesce(t.owner, ''),
    'migrated',
    coalesce(t.claimed_at, pg_catalog.now()),
    coalesce(t.lease_expires_at, pg_catalog.now())
from switchboard.todos as t
where t.state in ('claimed', 'input-required', 'auth-required');

comment on table switchboard.todo_attempts is 'One row per committed claim, closed by whatever ends the lease. Goes with its todo.';
comment on column switchboard.todo_attempts.todo_id is 'The todo.';
comment on column switchboard.todo_attempts.seq is '1-based over the todo''s whole life: todos.attempts_total after the claim. Never reused or reset.';
comment on column switchboard.todo_attempts.attempt is 'The todo''s attempt counter after the claim; a manual retry resets the counter.';
comment on column switchboard.todo_attempts.claimer_kind is 'endpoint (an agent) or owner (the human, from the Board).';
comment on column switchboard.todo_attempts.claimer_endpoint_id is 'The claiming endpoint; null for a human. No read returns it.';
comment on column switchboard.todo_attempts.claimer_session is 'The transport session of the claim, when there was one. No read returns it.';
comment on column switchboard.todo_attempts.owner is 'Owner string of the holder.';
comment on column switchboard.todo_attempts.claimant is 'Label that the claimer gave, cleaned and cut to 128 bytes.';
comment on column switchboard.todo_attempts.claimed_at is 'When the claim was made.';
comment on column switchboard.todo_attempts.last_heartbeat_at is 'The last heartbeat; null for none. Bounds the time of a death.';
comment on column switchboard.todo_attempts.lease_expires_at is 'When the lease lapses or would have lapsed.';
comment on column switchboard.todo_attempts.ended_at is 'When the attempt was closed; null while open.';
comment on column switchboard.todo_attempts.outcome is 'How it ended; lease_expired and reaped mean that the holder died without a report.';
comment on column switchboard.todo_attempts.disposition is 'What then happened to the todo.';
comment on column switchboard.todo_attempts.summary is 'The holder''s note to later claimers: data, never instructions. At most 2,048 bytes.';
comment on column switchboard.todo_attempts.summary_truncated is 'Whether the summary was cut.';
comment on column switchboard.todo_attempts.artifact is 'mcp://cairn/<id> or an https URL, at most 512 bytes; never fetched.';
comment on column switchboard.todo_attempts.lease_token_hash is 'SHA-256 of the lease token of a fenced claim; null when unfenced.';
comment on constraint todo_attempts_pkey on switchboard.todo_attempts is 'Identity, and the history of a todo in order.';
comment on constraint todo_attempts_one_open on switchboard.todo_attempts is 'At most one open attempt per todo, checked at commit.';
comment on constraint todo_attempts_todo_id_fkey on switchboard.todo_attempts is 'An attempt lives as long as its todo.';
comment on constraint todo_attempts_claimer_endpoint_id_fkey on switchboard.todo_attempts is 'History outlives the endpoint that made it.';
comment on constraint todo_attempts_claimer_kind_check on switchboard.todo_attempts is 'endpoint or owner.';
comment on constraint todo_attempts_claimant_check on switchboard.todo_attempts is 'Last guard of the cut.';
comment on constraint todo_attempts_outcome_check on switchboard.todo_attempts is 'The seven outcomes.';
comment on constraint todo_attempts_disposition_check on switchboard.todo_attempts is 'The five dispositions.';
comment on constraint todo_attempts_summary_check on switchboard.todo_attempts is 'Last guard of the cut.';
comment on constraint todo_attempts_artifact_check on switchboard.todo_attempts is 'Last guard of the limit.';
comment on constraint todo_attempts_lease_token_hash_check on switchboard.todo_attempts is 'SHA-256 digests only.';
comment on constraint todo_attempts_check on switchboard.todo_attempts is 'Ended exactly when there is an outcome.';
comment on constraint todo_attempts_check1 on switchboard.todo_attempts is 'Ended exactly when there is a disposition.';
comment on column switchboard.todos.attempts_total is 'Claims over the whole life: the newest attempt''s seq.';
comment on column switchboard.todos.attempts_pruned is 'Attempts that the per-todo cap removed: total minus pruned are kept.';
