-- The shapes that functions return: flat named composites, so that any driver reads them and a new table column never leaks.
-- Column names are the public contract.

create type switchboard.todo_row as (
    id text,
    queue text,
    source text,
    kind text,
    title text,
    state text,
    owner text,
    assignee text,
    attempt integer,
    max_attempts integer,
    lease_expires_at timestamptz,
    next_retry_at timestamptz,
    dead_letter boolean,
    created_at timestamptz,
    updated_at timestamptz,
    claimed_at timestamptz,
    completed_at timestamptz,
    payload_size integer,
    attempts_total bigint,
    attempts_pruned bigint
);
comment on type switchboard.todo_row is 'A todo without its payload, routing and result: what lists, reports and sweeps answer.';

create type switchboard.created_todo as (
    id text,
    queue text,
    source text,
    kind text,
    title text,
    state text,
    owner text,
    assignee text,
    attempt integer,
    max_attempts integer,
    lease_expires_at timestamptz,
    next_retry_at timestamptz,
    dead_letter boolean,
    created_at timestamptz,
    updated_at timestamptz,
    claimed_at timestamptz,
    completed_at timestamptz,
    payload_size integer,
    attempts_total bigint,
    attempts_pruned bigint,
    created boolean
);
comment on type switchboard.created_todo is 'todo_row plus created: false when the idempotency key already had a live todo.';

create type switchboard.todo_full as (
    id text,
    queue text,
    source text,
    kind text,
    title text,
    state text,
    owner text,
    assignee text,
    attempt integer,
    max_attempts integer,
    lease_expires_at timestamptz,
    next_retry_at timestamptz,
    dead_letter boolean,
    created_at timestamptz,
    updated_at timestamptz,
    claimed_at timestamptz,
    completed_at timestamptz,
    payload_size integer,
    attempts_total bigint,
    attempts_pruned bigint,
    payload jsonb,
    routing jsonb,
    result jsonb
);
comment on type switchboard.todo_full is 'todo_row plus payload, routing and result.';

create type switchboard.todo_detail as (
    id text,
    queue text,
    source text,
    kind text,
    title text,
    state text,
    owner text,
    assignee text,
    attempt integer,
    max_attempts integer,
    lease_expires_at timestamptz,
    next_retry_at timestamptz,
    dead_letter boolean,
    created_at timestamptz,
    updated_at timestamptz,
    claimed_at timestamptz,
    completed_at timestamptz,
    payload_size integer,
    attempts_total bigint,
    attempts_pruned bigint,
    payload jsonb,
    routing jsonb,
    result jsonb,
    attempts jsonb
);
comment on type switchboard.todo_detail is 'todo_full plus attempts: a JSON array, newest first, the open one included.';

create type switchboard.claimed_todo as (
    id text,
    queue text,
    source text,
    kind text,
    title text,
    state text,
    owner text,
    assignee text,
    attempt integer,
    max_attempts integer,
    lease_expires_at timestamptz,
    next_retry_at timestamptz,
    dead_letter boolean,
    created_at timestamptz,
    updated_at timestamptz,
    claimed_at timestamptz,
    completed_at timestamptz,
    payload_size integer,
    attempts_total bigint,
    attempts_pruned bigint,
    payload jsonb,
    routing jsonb,
    result jsonb,
    attempt_seq bigint,
    prior_attempts jsonb
);
comment on type switchboard.claimed_todo is 'todo_full plus attempt_seq, the attempt that this claim opened, and prior_attempts: up to five closed ones, newest first.';

create type switchboard.attempt_row as (
    seq bigint,
    attempt integer,
    claimer_kind text,
    claimant text,
    claimed_at timestamptz,
    last_heartbeat_at timestamptz,
    ended_at timestamptz,
    outcome text,
    disposition text,
    died boolean,
    summary text,
    summary_truncated boolean,
    artifact text
);
comment on type switchboard.attempt_row is 'One attempt as readers see it. Never the claiming endpoint, its session, or anything about a lease token.';

create type switchboard.owner_todo_row as (
    id text,
    queue text,
    source text,
    kind text,
    title text,
    state text,
    owner text,
    assignee text,
    attempt integer,
    max_attempts integer,
    lease_expires_at timestamptz,
    next_retry_at timestamptz,
    dead_letter boolean,
    created_at timestamptz,
    updated_at timestamptz,
    claimed_at timestamptz,
    completed_at timestamptz,
    payload_size integer,
    attempts_total bigint,
    attempts_pruned bigint,
    endpoint_slug text
);
comment on type switchboard.owner_todo_row is 'todo_row plus the slug of its endpoint, for the human who owns several.';

create type switchboard.owner_todo_detail as (
    id text,
    queue text,
    source text,
    kind text,
    title text,
    state text,
    owner text,
    assignee text,
    attempt integer,
    max_attempts integer,
    lease_expires_at timestamptz,
    next_retry_at timestamptz,
    dead_letter boolean,
    created_at timestamptz,
    updated_at timestamptz,
    claimed_at timestamptz,
    completed_at timestamptz,
    payload_size integer,
    attempts_total bigint,
    attempts_pruned bigint,
    payload jsonb,
    routing jsonb,
    result jsonb,
    attempts jsonb,
    endpoint_slug text
);
comment on type switchboard.owner_todo_detail is 'todo_detail plus the slug of its endpoint.';

create type switchboard.endpoint_row as (
    endpoint_id uuid,
    slug text,
    agent_id uuid,
    agent_name text,
    human_id uuid,
    human_name text,
    queues text [],
    verbs text [],
    default_lease_ttl interval,
    db_role name,
    has_credential boolean,
    expires_at timestamptz,
    revoked_at timestamptz,
    created_at timestamptz
);
comment on type switchboard.endpoint_row is 'An endpoint as its operator or owner sees it; never the credential or its hash.';

create type switchboard.authenticated_endpoint as (
    endpoint_id uuid,
    agent_id uuid,
    human_id uuid,
    slug text,
    queues text [],
    verbs text [],
    expires_at timestamptz
);
comment on type switchboard.authenticated_endpoint is 'Who a credential belongs to, and what its endpoint may do.';

create type switchboard.todo_owner as (
    todo_id text,
    endpoint_id uuid,
    human_id uuid
);
comment on type switchboard.todo_owner is 'To whom a todo belongs, for operators.';

create type switchboard.sweep_counts as (
    reaped bigint,
    requeued bigint,
    pruned bigint,
    expired bigint,
    relayed bigint,
    hints bigint
);
comment on type switchboard.sweep_counts is 'What one sweep() did, part by part; null for a part that failed and raised a warning.';

create type switchboard.finding as (
    check_name text,
    severity text,
    detail text,
    fix text
);
comment on type switchboard.finding is 'One finding of doctor(): severity violation (a broken invariant) or warning (health).';

-- The next two never leave the database: they carry what one step of a transition hands to the next.

create type switchboard.caller as (
    endpoint_id uuid,
    agent_id uuid,
    owner text,
    queues text [],
    default_lease_ttl interval
);
comment on type switchboard.caller is 'Internal: an endpoint that _authorise let in, and the owner string its leases carry.';

create type switchboard.lease_request as (
    claimer_kind text,
    endpoint_id uuid,
    owner text,
    session text,
    claimant text,
    ttl interval,
    token_hash bytea
);
comment on type switchboard.lease_request is 'Internal: who asks for a lease and on what terms, checked and cleaned.';

create type switchboard.report as (
    summary text,
    summary_truncated boolean,
    artifact text
);
comment on type switchboard.report is 'Internal: what the holder leaves for later claimers, checked and cut.';
