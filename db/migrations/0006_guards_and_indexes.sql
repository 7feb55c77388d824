-- What the functions need beyond the base tables: stored payload size, guards of the lifecycle, indexes of the sweeps.

-- Leases in flight from before attempt history may lack an owner or a deadline; the guards below ask for both.
update switchboard.todos as t set
    owner = a.owner,
    lease_expires_at = a.lease_expires_at
from switchboard.todo_attempts as a
where
    t.state in ('claimed', 'input-required', 'auth-required') and a.todo_id = t.id and a.ended_at is null
    and (t.owner is null or t.lease_expires_at is null);

-- Stored, or every list and heartbeat would read a payload out of line only to measure it.
alter table switchboard.todos
add column payload_size integer not null generated always as (coalesce(octet_length(payload::text), 0)) stored,
add constraint todos_held_check check (
    state not in ('claimed', 'input-required', 'auth-required')
    or (owner is not null and lease_expires_at is not null and isfinite(lease_expires_at))
),
add constraint todos_pending_check check (state <> 'pending' or (owner is null and lease_expires_at is null)),
add constraint todos_failed_check check (state <> 'failed' or lease_expires_at is null),
add constraint todos_stopped_check check (
    state not in ('canceled', 'rejected') or (owner is null and lease_expires_at is null)
),
add constraint todos_retry_check check (next_retry_at is null or (state = 'failed' and isfinite(next_retry_at))),
add constraint todos_counts_check check (
    attempt >= 0 and max_attempts between 1 and 100 and attempts_pruned between 0 and attempts_total
),
add constraint todos_queue_check check (octet_length(queue) between 1 and 128),
add constraint todos_title_check check (octet_length(title) between 1 and 1024);
comment on column switchboard.todos.payload_size is 'Bytes of the payload as text, 0 when there is none.';
comment on constraint todos_held_check on switchboard.todos is 'A held todo has an owner and a finite lease: a lease without an end would never lapse.';
comment on constraint todos_pending_check on switchboard.todos is 'A pending todo has neither owner nor lease.';
comment on constraint todos_failed_check on switchboard.todos is 'A failed todo has no lease.';
comment on constraint todos_stopped_check on switchboard.todos is 'A canceled or rejected todo has neither owner nor lease.';
comment on constraint todos_retry_check on switchboard.todos is 'Only a failed todo waits for a retry.';
comment on constraint todos_counts_check on switchboard.todos is 'Counters in range.';
comment on constraint todos_queue_check on switchboard.todos is 'Last guard of the limit that create_todo checks.';
comment on constraint todos_title_check on switchboard.todos is 'Last guard of the limit that create_todo checks.';

create index todos_lease_idx on switchboard.todos (endpoint_id, lease_expires_at) where state = 'claimed';
create index todos_interrupted_idx on switchboard.todos (endpoint_id) where state in ('input-required', 'auth-required');
create index todos_terminal_idx on switchboard.todos (updated_at, id)
where state in ('done', 'canceled', 'rejected') or (state = 'failed' and next_retry_at is null);
create index todo_attempts_claimer_endpoint_id_idx on switchboard.todo_attempts (claimer_endpoint_id)
where claimer_endpoint_id is not null;
comment on index switchboard.todos_lease_idx is 'Leases of an endpoint by deadline: claim_next, and reap_expired endpoint by endpoint.';
comment on index switchboard.todos_interrupted_idx is 'Interrupted todos of an endpoint, for the revocation cascade.';
comment on index switchboard.todos_terminal_idx is 'Retention: finished todos by age.';
comment on index switchboard.todo_attempts_claimer_endpoint_id_idx is 'Deleting an endpoint clears it from history without a scan.';

-- A heartbeat touches no indexed column here: with room on the page it stays on it.
alter table switchboard.todo_attempts set (
    fillfactor = 80,
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_insert_scale_factor = 0.05,
    autovacuum_analyze_scale_factor = 0.02
);
