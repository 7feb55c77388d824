-- What the functions need beyond the base tables: stored payload size, guards of the lifecycle, indexes of the sweeps.
-- Guards are few: the server parses each one again at every insert and update, a fifth of a claim's cost when there were eight.
-- doctor() checks the rest.

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
add constraint todos_lease_check check (
    state = 'done'
    or (state in ('pending', 'failed', 'canceled', 'rejected') and lease_expires_at is null)
    or (
        state in ('claimed', 'input-required', 'auth-required')
        and coalesce(lease_expires_at < 'infinity', false) and owner is not null
    )
),
add constraint todos_retry_check check (next_retry_at is null or state = 'failed');
comment on column switchboard.todos.payload_size is 'Bytes of the payload as text, 0 when there is none.';
comment on constraint todos_lease_check on switchboard.todos is
'A held todo has an owner and a finite lease, since a lease without an end would never lapse; others, but for done, have no lease.';
comment on constraint todos_retry_check on switchboard.todos is 'Only a failed todo waits for a retry.';

create index todos_lease_idx on switchboard.todos (endpoint_id, lease_expires_at)
where state = 'claimed' and attempt < max_attempts;
create index todos_last_lease_idx on switchboard.todos (endpoint_id, lease_expires_at)
where state = 'claimed' and attempt >= max_attempts;
create index todos_interrupted_idx on switchboard.todos (endpoint_id) where state in ('input-required', 'auth-required');
create index todos_terminal_idx on switchboard.todos (updated_at, id)
where state in ('done', 'canceled', 'rejected') or (state = 'failed' and next_retry_at is null);
create index todo_attempts_claimer_endpoint_id_idx on switchboard.todo_attempts (claimer_endpoint_id)
where claimer_endpoint_id is not null;
comment on index switchboard.todos_lease_idx is 'Leases of an endpoint by deadline: claim_next, and reap_expired endpoint by endpoint.';
comment on index switchboard.todos_last_lease_idx is
'The same for leases on a last attempt, which only the reaper ends: apart, so that a mass death of them costs claim_next nothing.';
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
