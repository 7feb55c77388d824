-- For whoever builds notifications: what a dead letter's last attempt left (design 7, REQ-15).
create or replace function switchboard._dead_letter_context(p_attempt switchboard.todo_attempts) returns jsonb
language sql
immutable
as $$
    select pg_catalog.jsonb_build_object(
        'seq', p_attempt.seq,
        'outcome', p_attempt.outcome,
        'died', p_attempt.outcome in ('lease_expired', 'reaped'),
        'summary', p_attempt.summary,
        'artifact', p_attempt.artifact,
        'attempts_total', p_attempt.seq
    )
$$;
comment on function switchboard._dead_letter_context is
'The context of a dead_lettered event from the closing attempt, which is the newest, so its seq is the total.';
revoke all on function switchboard._dead_letter_context from public;
