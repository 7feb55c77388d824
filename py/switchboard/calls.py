"""Every SQL statement of the package, as a constant with ``%(name)s`` parameters.

No other module holds SQL text; a test prepares each constant on a migrated database.
"""

# --- session ---
SESSION_READ_COMMITTED = """
    select pg_catalog.set_config('default_transaction_isolation', 'read committed', false)
"""
SCHEMA_VERSION = "select switchboard.schema_version() as name"
AUTHENTICATE = """
    select endpoint_id, slug, queues, verbs
    from switchboard.authenticate(p_credential_hash => %(credential_hash)s::bytea)
"""

# --- producers ---
CREATE_TODO = """
    select * from switchboard.create_todo(
        p_endpoint_id => %(endpoint_id)s::uuid,
        p_queue => %(queue)s::text,
        p_title => %(title)s::text,
        p_payload => %(payload)s::jsonb,
        p_idempotency_key => %(idempotency_key)s::text,
        p_source => %(source)s::text,
        p_kind => %(kind)s::text,
        p_assignee => %(assignee)s::text,
        p_max_attempts => %(max_attempts)s::int,
        p_routing => %(routing)s::jsonb
    )
"""

# --- agents ---
LIST_TODOS = """
    select * from switchboard.list_todos(
        p_endpoint_id => %(endpoint_id)s::uuid,
        p_queue => %(queue)s::text,
        p_state => %(state)s::text,
        p_limit => %(limit)s::int
    )
"""
GET_TODO = """
    select * from switchboard.get_todo(
        p_endpoint_id => %(endpoint_id)s::uuid,
        p_todo_id => %(todo_id)s::text,
        p_attempts_limit => %(attempts_limit)s::int
    )
"""
CLAIM = """
    select * from switchboard.claim(
        p_endpoint_id => %(endpoint_id)s::uuid,
        p_todo_id => %(todo_id)s::text,
        p_lease_ttl => pg_catalog.make_interval(secs => %(lease_ttl_seconds)s::int),
        p_claimant => %(claimant)s::text,
        p_session => %(session)s::text,
        p_lease_token_hash => %(lease_token_hash)s::bytea
    )
"""
CLAIM_NEXT = """
    select * from switchboard.claim_next(
        p_endpoint_id => %(endpoint_id)s::uuid,
        p_queues => %(queues)s::text[],
        p_lease_ttl => pg_catalog.make_interval(secs => %(lease_ttl_seconds)s::int),
        p_claimant => %(claimant)s::text,
        p_session => %(session)s::text,
        p_lease_token_hash => %(lease_token_hash)s::bytea
    )
"""
HEARTBEAT = """
    select * from switchboard.heartbeat(
        p_endpoint_id => %(endpoint_id)s::uuid,
        p_todo_id => %(todo_id)s::text,
        p_lease_ttl => pg_catalog.make_interval(secs => %(lease_ttl_seconds)s::int),
        p_lease_token_hash => %(lease_token_hash)s::bytea
    )
"""
COMPLETE = """
    select * from switchboard.complete(
        p_endpoint_id => %(endpoint_id)s::uuid,
        p_todo_id => %(todo_id)s::text,
        p_result => %(result)s::jsonb,
        p_summary => %(summary)s::text,
        p_artifact => %(artifact)s::text,
        p_lease_token_hash => %(lease_token_hash)s::bytea,
        p_summary_from_result => %(summary_from_result)s::boolean
    )
"""
FAIL = """
    select * from switchboard.fail(
        p_endpoint_id => %(endpoint_id)s::uuid,
        p_todo_id => %(todo_id)s::text,
        p_result => %(result)s::jsonb,
        p_summary => %(summary)s::text,
        p_artifact => %(artifact)s::text,
        p_lease_token_hash => %(lease_token_hash)s::bytea,
        p_summary_from_result => %(summary_from_result)s::boolean
    )
"""
RELEASE = """
    select * from switchboard.release(
        p_endpoint_id => %(endpoint_id)s::uuid,
        p_todo_id => %(todo_id)s::text,
        p_summary => %(summary)s::text,
        p_artifact => %(artifact)s::text,
        p_lease_token_hash => %(lease_token_hash)s::bytea
    )
"""

# --- sweeps ---
# Each answers how many rows it moved: a full batch means that there may be more.
REAP_EXPIRED = "select count(*) as moved from switchboard.reap_expired(p_limit => %(limit)s::int)"
REQUEUE_DUE_RETRIES = """
    select count(*) as moved from switchboard.requeue_due_retries(p_limit => %(limit)s::int)
"""
EXPIRE_ENDPOINTS = "select switchboard.expire_endpoints(p_limit => %(limit)s::int) as moved"
RELAY_EVENTS = "select switchboard.relay_events(p_limit => %(limit)s::int) as moved"
RING_UNCLAIMED = "select switchboard.ring_unclaimed(p_limit => %(limit)s::int) as moved"
PRUNE_TODOS = "select switchboard.prune_todos(p_limit => %(limit)s::int) as moved"

# --- metrics ---
# One statement, so one snapshot; a row even when there is no queue.
METRICS = """
    select
        q.queue, q.pending, q.claimed, q.done, q.failed, q.dead, q.leases_lapsed,
        q.oldest_pending_seconds, q.oldest_claimable_seconds, q.claimed_total, q.completed_total,
        q.failed_total, q.leases_expired_total, q.attempts_1_total, q.attempts_2_total,
        q.attempts_3_total, q.closed_completed_total, q.closed_failed_total,
        q.closed_released_total, q.closed_lease_expired_total, q.closed_reaped_total,
        q.closed_canceled_total, q.closed_revoked_total, q.created_total,
        s.relay_lag_seconds, s.events_waiting, s.oldest_snapshot_seconds
    from switchboard.service_metrics() as s
    left join switchboard.queue_metrics() as q on true
"""

# --- doorbell ---
LISTEN_READY = "listen switchboard_todo_ready"
READY_TODOS = """
    select todo_id, endpoint_id, queue, kind, source, title, updated_at
    from switchboard.ready_todos(p_todo_ids => %(todo_ids)s::text[])
"""
RING_ATTACHED = """
    select todo_id, endpoint_id, queue, kind, source, title, updated_at
    from switchboard.ring_attached(p_endpoint_id => %(endpoint_id)s::uuid)
"""
READ_QUEUE = """
    select queue, pending, oldest_pending_at
    from switchboard.read_queue(
        p_endpoint_id => %(endpoint_id)s::uuid,
        p_queue => %(queue)s::text
    )
"""

# --- sign-in ---
CREATE_SIGN_IN_LINK = """
    select switchboard.create_sign_in_link(
        p_human_id => %(human_id)s::uuid,
        p_token_hash => %(token_hash)s::bytea
    )
"""
REDEEM_SIGN_IN_LINK = """
    select switchboard.redeem_sign_in_link(
        p_token_hash => %(token_hash)s::bytea,
        p_session_hash => %(session_hash)s::bytea
    ) as human_id
"""
SESSION_HUMAN = """
    select s.human_id, switchboard.human_name(p_human_id => s.human_id) as name
    from switchboard.session_human(p_session_hash => %(session_hash)s::bytea) as s (human_id)
"""
LIVE_SESSIONS = """
    select s.session_hash
    from switchboard.live_sessions(p_session_hashes => %(session_hashes)s::bytea[])
        as s (session_hash)
"""
END_SESSION = "select switchboard.end_session(p_session_hash => %(session_hash)s::bytea)"
END_HUMAN_SESSIONS = """
    select switchboard.end_human_sessions(p_human_id => %(human_id)s::uuid) as sessions_ended
"""

# --- Board ---
LISTEN_CHANGED = "listen switchboard_todos_changed"
BOARD_TODOS = """
    select s.*
    from switchboard.owner_show_todos(
        p_human_id => %(human_id)s::uuid,
        p_todo_ids => array(
            select l.id
            from switchboard.owner_list_todos(
                p_human_id => %(human_id)s::uuid,
                p_filter => %(filter)s::text,
                p_search => %(search)s::text,
                p_queue => %(queue)s::text,
                p_endpoint_id => %(endpoint_id)s::uuid,
                p_before => %(before)s::text,
                p_limit => %(limit)s::int,
                p_examine => %(examine)s::int
            ) as l
        )
    ) as s
"""
SEARCH_END = """
    select switchboard.owner_search_end(
        p_human_id => %(human_id)s::uuid,
        p_filter => %(filter)s::text,
        p_endpoint_id => %(endpoint_id)s::uuid,
        p_before => %(before)s::text,
        p_examine => %(examine)s::int
    ) as id
"""
BOARD_COUNTS = "select * from switchboard.owner_count_todos(p_human_id => %(human_id)s::uuid)"
# Those that changed and the counts, at once: one row at least.
BOARD_CHANGES = """
    select
        s.*, c.all_todos, c.pending, c.claimed, c.failed, c.dead_letter as dead_letters, c.done,
        c.input_required, c.auth_required, c.canceled, c.rejected
    from switchboard.owner_count_todos(p_human_id => %(human_id)s::uuid) as c
    left join switchboard.owner_show_todos(
        p_human_id => %(human_id)s::uuid,
        p_todo_ids => %(todo_ids)s::text[]
    ) as s on true
"""
BOARD_TODO = """
    select
        d.assignee, d.payload, d.payload_size, d.routing, d.result, d.attempts, s.*
    from switchboard.owner_get_todo(
        p_human_id => %(human_id)s::uuid,
        p_todo_id => %(todo_id)s::text
    ) as d
    cross join switchboard.owner_show_todos(
        p_human_id => %(human_id)s::uuid,
        p_todo_ids => array[%(todo_id)s::text]
    ) as s
"""
OWNER_QUEUE_STATS = "select * from switchboard.owner_queue_stats(p_human_id => %(human_id)s::uuid)"
OWNER_WORKERS = "select * from switchboard.owner_workers(p_human_id => %(human_id)s::uuid)"
OWNER_ENDPOINTS = """
    select e.endpoint_id, e.slug, e.agent_name, e.queues, e.verbs,
        extract(epoch from e.default_lease_ttl)::int as default_lease_ttl_seconds, e.db_role,
        e.has_credential, e.expires_at, e.revoked_at, e.created_at
    from switchboard.owner_list_endpoints(p_human_id => %(human_id)s::uuid) as e
"""
OWNER_ENDPOINT_ACTIVITY = """
    select endpoint_id, live_leases, open_todos, last_seen_at
    from switchboard.owner_endpoint_activity(p_human_id => %(human_id)s::uuid)
"""
OWNER_CLAIM = """
    select id from switchboard.owner_claim(
        p_human_id => %(human_id)s::uuid, p_todo_id => %(todo_id)s::text
    )
"""
OWNER_EXTEND = """
    select id from switchboard.owner_extend(
        p_human_id => %(human_id)s::uuid, p_todo_id => %(todo_id)s::text
    )
"""
OWNER_COMPLETE = """
    select id from switchboard.owner_complete(
        p_human_id => %(human_id)s::uuid,
        p_todo_id => %(todo_id)s::text,
        p_result => coalesce(%(result)s::jsonb, '{}'),
        p_summary => %(summary)s::text,
        p_artifact => %(artifact)s::text
    )
"""
OWNER_FAIL = """
    select id from switchboard.owner_fail(
        p_human_id => %(human_id)s::uuid,
        p_todo_id => %(todo_id)s::text,
        p_result => coalesce(%(result)s::jsonb, '{}'),
        p_summary => %(summary)s::text,
        p_artifact => %(artifact)s::text
    )
"""
OWNER_RELEASE = """
    select id from switchboard.owner_release(
        p_human_id => %(human_id)s::uuid,
        p_todo_id => %(todo_id)s::text,
        p_summary => %(summary)s::text,
        p_artifact => %(artifact)s::text
    )
"""
OWNER_RETRY = """
    select id from switchboard.owner_retry(
        p_human_id => %(human_id)s::uuid, p_todo_id => %(todo_id)s::text
    )
"""
OWNER_CANCEL = """
    select id from switchboard.owner_cancel(
        p_human_id => %(human_id)s::uuid, p_todo_id => %(todo_id)s::text
    )
"""
DRAIN_VERBS = "select switchboard.drain_verbs() as verbs"
# The agent is there already, or comes with its endpoint: at once, so that a refusal leaves neither.
OWNER_VEND_ENDPOINT = """
    select switchboard.owner_vend_endpoint(
        p_human_id => %(human_id)s::uuid,
        p_agent_id => switchboard.owner_register_agent(
            p_human_id => %(human_id)s::uuid, p_name => %(agent)s::text
        ),
        p_slug => %(slug)s::text,
        p_queues => %(queues)s::text[],
        p_verbs => %(verbs)s::text[],
        p_credential_hash => %(credential_hash)s::bytea,
        p_expires_at => %(expires_at)s::timestamptz,
        p_default_lease_ttl => pg_catalog.make_interval(secs => %(lease_ttl_seconds)s::int),
        p_db_role => %(db_role)s::name
    ) as endpoint_id
"""
OWNER_ROTATE_CREDENTIAL = """
    select switchboard.owner_rotate_credential(
        p_human_id => %(human_id)s::uuid,
        p_endpoint_id => %(endpoint_id)s::uuid,
        p_credential_hash => %(credential_hash)s::bytea
    )
"""
OWNER_SET_SCOPE = """
    select switchboard.owner_set_scope(
        p_human_id => %(human_id)s::uuid,
        p_endpoint_id => %(endpoint_id)s::uuid,
        p_queues => %(queues)s::text[],
        p_verbs => %(verbs)s::text[]
    )
"""
OWNER_REVOKE_ENDPOINT = """
    select switchboard.owner_revoke_endpoint(
        p_human_id => %(human_id)s::uuid, p_endpoint_id => %(endpoint_id)s::uuid
    ) as attempts_closed
"""

# --- first run ---
FIRST_RUN_ENDPOINT = """
    select switchboard.vend_endpoint(
        p_agent_id => %(agent_id)s::uuid,
        p_slug => %(slug)s::text,
        p_queues => array['inbox'],
        p_verbs => switchboard.drain_verbs()
            || array['create_todo', 'interrupt', 'resume', 'cancel', 'reject'],
        p_credential_hash => %(credential_hash)s::bytea
    ) as endpoint_id
"""
FIRST_RUN_TODO = """
    select id from switchboard.create_todo(
        p_endpoint_id => %(endpoint_id)s::uuid,
        p_queue => 'inbox',
        p_title => %(title)s::text,
        p_payload => %(payload)s::jsonb
    )
"""

# --- migrate ---
# The lock's first half is 'swbd' as a number: our corner of the database's advisory locks.
MIGRATE_NO_TIMEOUTS = """
    select pg_catalog.set_config('lock_timeout', '0', false),
           pg_catalog.set_config('statement_timeout', '0', false)
"""
MIGRATE_TRY_LOCK = "select pg_catalog.pg_try_advisory_lock(1937203812, 1)"
MIGRATE_LOCK = "select pg_catalog.pg_advisory_lock(1937203812, 1)"
MIGRATE_UNLOCK = "select pg_catalog.pg_advisory_unlock(1937203812, 1)"
MIGRATE_IS_INSTALLED = """
    select exists (
        select from pg_catalog.pg_tables
        where schemaname = 'switchboard' and tablename = 'schema_migrations'
    )
"""
MIGRATE_APPLIED_MIGRATIONS = "select name, sha256 from switchboard.schema_migrations"
MIGRATE_APPLIED_FUNCTIONS = "select path, sha256 from switchboard.schema_functions"
MIGRATE_BEGIN = "begin"
MIGRATE_LOCK_TIMEOUT = "set local lock_timeout = '5s'"
MIGRATE_SEARCH_PATH = "set local search_path = pg_catalog, pg_temp"
MIGRATE_UNCHECKED_BODIES = "set local check_function_bodies = off"
MIGRATE_AS_OWNER = "set local role switchboard_owner"
MIGRATE_COMMIT = "commit"
MIGRATE_RECORD_MIGRATION = """
    insert into switchboard.schema_migrations (name, sha256) values (%(name)s, %(sha256)s)
"""
MIGRATE_RECORD_FUNCTION = """
    insert into switchboard.schema_functions (path, sha256) values (%(name)s, %(sha256)s)
    on conflict (path) do update set sha256 = excluded.sha256, applied_at = excluded.applied_at
"""
MIGRATE_FORGET_FUNCTION = "delete from switchboard.schema_functions where path = %(name)s"


# --- embedded cluster ---

EMBEDDED_DATABASE_EXISTS = "select 1 from pg_catalog.pg_database where datname = 'switchboard'"

# A utility statement: it cannot be prepared, nor run in a transaction.
EMBEDDED_CREATE_DATABASE = "create database switchboard"

# --- command line ---
CREATE_HUMAN = "select switchboard.create_human(p_name => %(name)s::text) as human_id"
FIND_HUMAN = "select switchboard.find_human(p_name => %(name)s::text) as human_id"
REGISTER_AGENT = """
    select switchboard.register_agent(
        p_human_id => %(human_id)s::uuid,
        p_name => %(name)s::text
    ) as agent_id
"""
VEND_ENDPOINT = """
    select switchboard.vend_endpoint(
        p_agent_id => %(agent_id)s::uuid,
        p_slug => %(slug)s::text,
        p_queues => %(queues)s::text[],
        p_verbs => coalesce(%(verbs)s::text[], switchboard.drain_verbs()),
        p_credential_hash => %(credential_hash)s::bytea,
        p_expires_at => %(expires_at)s::timestamptz,
        p_default_lease_ttl => pg_catalog.make_interval(secs => %(lease_ttl_seconds)s::int),
        p_db_role => %(db_role)s::name
    ) as endpoint_id
"""
FIND_ENDPOINT = """
    select endpoint_id, human_id, slug from switchboard.find_endpoint(p_slug => %(slug)s::text)
"""
LIST_ENDPOINTS = """
    select endpoint_id, slug, human_id, human_name, agent_id, agent_name, queues, verbs,
        extract(epoch from default_lease_ttl)::int as default_lease_ttl_seconds, db_role,
        has_credential, expires_at, revoked_at, created_at
    from switchboard.list_endpoints()
"""
REVOKE_ENDPOINT = """
    select switchboard.revoke_endpoint(p_endpoint_id => %(endpoint_id)s::uuid) as attempts_closed
"""
ROTATE_CREDENTIAL = """
    select switchboard.rotate_credential(
        p_endpoint_id => %(endpoint_id)s::uuid,
        p_credential_hash => %(credential_hash)s::bytea
    )
"""
OWNER_CREATE_TODO = """
    select * from switchboard.owner_create_todo(
        p_human_id => %(human_id)s::uuid,
        p_endpoint_id => %(endpoint_id)s::uuid,
        p_queue => %(queue)s::text,
        p_title => %(title)s::text,
        p_payload => %(payload)s::jsonb,
        p_idempotency_key => %(idempotency_key)s::text
    )
"""
OWNER_LIST_TODOS = """
    select * from switchboard.owner_list_todos(
        p_human_id => %(human_id)s::uuid,
        p_filter => %(filter)s::text,
        p_queue => %(queue)s::text,
        p_endpoint_id => %(endpoint_id)s::uuid,
        p_before => %(before)s::text,
        p_limit => %(limit)s::int
    )
"""
FIND_TODO = "select human_id from switchboard.find_todo(p_todo_id => %(todo_id)s::text)"
OWNER_GET_TODO = """
    select * from switchboard.owner_get_todo(
        p_human_id => %(human_id)s::uuid,
        p_todo_id => %(todo_id)s::text,
        p_attempts_limit => %(attempts_limit)s::int
    )
"""
SWEEP = "select reaped, requeued, pruned, expired, relayed, hints from switchboard.sweep()"
DOCTOR = "select check_name, severity, detail, fix from switchboard.doctor()"
# The dump makes the schema anew.
RESTORE_DROP_SCHEMA = "drop schema switchboard cascade"
