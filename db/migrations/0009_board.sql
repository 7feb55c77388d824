-- What the Board reads: lists by state that stay fast, outcomes by the hour, and workers by their last sign of life.

-- One entry per todo, as before, but by state: a page of the few failed among a million done todos is one descent, and a count reads
-- no table. The collation keeps it out of every other plan: only who writes collate "C" beside state can use it.
-- Without the id, which is a third of an entry that every transition writes: todos of one moment are sorted as they are read.
create index todos_by_state_idx on switchboard.todos (endpoint_id, state collate "C", created_at);
drop index switchboard.todos_list_idx;
drop index switchboard.todos_interrupted_idx;
alter index switchboard.todos_by_state_idx rename to todos_list_idx;
create index todos_dead_letter_idx on switchboard.todos (endpoint_id, created_at)
where state = 'failed' and next_retry_at is null;
comment on index switchboard.todos_list_idx is
'Lists by state, newest first, and their counts; the interrupted todos that a revocation ends; also the foreign key.';
comment on index switchboard.todos_dead_letter_idx is 'Lists and counts of dead letters, however many retries are parked.';

create index todo_attempts_claimer_idx on switchboard.todo_attempts (claimer_endpoint_id, ended_at)
where claimer_endpoint_id is not null;
drop index switchboard.todo_attempts_claimer_endpoint_id_idx;
comment on index switchboard.todo_attempts_claimer_idx is
'The newest closed attempts of an endpoint: who works, and how it ends. Deleting an endpoint clears it from history without a scan.';

-- Never updated, for the reason given at relay_cursor: of each key the row with the greatest gen counts.
create table switchboard.outcome_hours (
    hour_at timestamptz not null,
    endpoint_id uuid not null,
    queue text collate "C" not null,
    gen bigint not null,
    completed bigint not null,
    failed bigint not null,
    died bigint not null,
    released bigint not null,
    called_off bigint not null,
    constraint outcome_hours_pkey primary key (hour_at, endpoint_id, queue, gen)
);
comment on table switchboard.outcome_hours is
'How attempts ended, by the hour in which they did, for about a day. Written by relay_events, pruned by prune_todos.';
comment on column switchboard.outcome_hours.hour_at is 'Its beginning, in UTC.';
comment on column switchboard.outcome_hours.endpoint_id is 'The endpoint that owns the todos. No foreign key: an event may outlive its endpoint.';
comment on column switchboard.outcome_hours.queue is 'The queue.';
comment on column switchboard.outcome_hours.gen is 'Grows with each batch that adds to the row.';
comment on column switchboard.outcome_hours.completed is 'Attempts closed completed.';
comment on column switchboard.outcome_hours.failed is 'Attempts closed failed: a worker gave its verdict.';
comment on column switchboard.outcome_hours.died is 'Attempts closed lease_expired or reaped: no report came.';
comment on column switchboard.outcome_hours.released is 'Attempts closed released.';
comment on column switchboard.outcome_hours.called_off is 'Attempts closed canceled or revoked: ended from outside.';
comment on constraint outcome_hours_pkey on switchboard.outcome_hours is 'The day by hours; the newest row of a key is at the end of its range.';

create type switchboard.shown_todo as (
    id text,
    endpoint_id uuid,
    endpoint_slug text,
    queue text,
    source text,
    kind text,
    title text,
    state text,
    dead_letter boolean,
    holder text,
    claimant text,
    attempt integer,
    max_attempts integer,
    attempts_total bigint,
    attempts_pruned bigint,
    claimed_at timestamptz,
    lease_expires_at timestamptz,
    next_retry_at timestamptz,
    created_at timestamptz,
    updated_at timestamptz,
    completed_at timestamptz,
    marks text [],
    actions text []
);
comment on type switchboard.shown_todo is 'A todo as its owner sees it in a list: see owner_show_todos().';

create type switchboard.todo_counts as (
    all_todos bigint,
    pending bigint,
    claimed bigint,
    failed bigint,
    dead_letter bigint,
    done bigint,
    input_required bigint,
    auth_required bigint,
    canceled bigint,
    rejected bigint
);
comment on type switchboard.todo_counts is 'How many todos are in each filter of a list; 10,001 means more than 10,000.';

create type switchboard.queue_stats as (
    queue text,
    waiting bigint,
    working bigint,
    retrying bigint,
    dead bigint,
    needs_input bigint,
    oldest_claimable_at timestamptz,
    last_claimed_at timestamptz,
    recent bigint,
    recent_failed bigint,
    recent_died bigint,
    hours jsonb
);
comment on type switchboard.queue_stats is 'How a queue does, over all endpoints of a human: see owner_queue_stats().';

create type switchboard.worker as (
    queue text,
    claimant text,
    claimer_kind text,
    endpoint_slug text,
    working bigint,
    ended bigint,
    failed bigint,
    died bigint,
    last_seen_at timestamptz
);
comment on type switchboard.worker is 'A worker by the label it gave, and how its attempts ended: see owner_workers().';

create type switchboard.endpoint_activity as (
    endpoint_id uuid,
    live_leases bigint,
    open_todos bigint,
    last_seen_at timestamptz
);
comment on type switchboard.endpoint_activity is 'What happens at an endpoint, and what revoking it would end: see owner_endpoint_activity().';

create type switchboard.list_place as (
    created_at timestamptz,
    id text
);
comment on type switchboard.list_place is 'Internal: a place in a list that is sorted newest first.';

-- Replaced by one with an argument more; on a new database there is none yet.
do $$
begin
    if to_regprocedure('switchboard.owner_list_todos(uuid, text, text, text, uuid, text, integer)') is not null then
        drop function switchboard.owner_list_todos(uuid, text, text, text, uuid, text, integer);
    end if;
end
$$;

create type switchboard.recent_attempt as (
    queue text,
    endpoint_slug text,
    claimant text,
    claimer_kind text,
    mark text,
    claimed_at timestamptz,
    ended_at timestamptz,
    seen_at timestamptz
);
comment on type switchboard.recent_attempt is 'Internal: an attempt as queue statistics need it.';
