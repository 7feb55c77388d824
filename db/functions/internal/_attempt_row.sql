-- The one place that maps an attempt to what readers see: these 13 columns and no other.
create or replace function switchboard._attempt_row(p_attempt switchboard.todo_attempts) returns switchboard.attempt_row
language sql
immutable
as $$
    select row(
        p_attempt.seq, p_attempt.attempt, p_attempt.claimer_kind, p_attempt.claimant,
        p_attempt.claimed_at, p_attempt.last_heartbeat_at, p_attempt.ended_at, p_attempt.outcome, p_attempt.disposition,
        coalesce(p_attempt.outcome in ('lease_expired', 'reaped'), false),
        p_attempt.summary, p_attempt.summary_truncated, p_attempt.artifact
    )::switchboard.attempt_row
$$;
comment on function switchboard._attempt_row is 'An attempt as readers see it; died means that the lease lapsed without a report.';
revoke all on function switchboard._attempt_row from public;
