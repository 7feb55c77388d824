create or replace function switchboard._attempts_json(p_todo_id text, p_first_seq bigint, p_last_seq bigint) returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_attempts jsonb;
begin
    -- Kept seqs have no gaps, so a range of them replaces a limit.
    select
        jsonb_agg(
            jsonb_build_object(
                'seq', r.seq,
                'attempt', r.attempt,
                'claimer_kind', r.claimer_kind,
                'claimant', r.claimant,
                'claimed_at', switchboard._utc(r.claimed_at),
                'last_heartbeat_at', switchboard._utc(r.last_heartbeat_at),
                'ended_at', switchboard._utc(r.ended_at),
                'outcome', r.outcome,
                'disposition', r.disposition,
                'died', r.died,
                'summary', r.summary,
                'summary_truncated', r.summary_truncated,
                'artifact', r.artifact
            )
            order by r.seq desc
        )
    into v_attempts
    from switchboard.todo_attempts as a
    cross join lateral switchboard._attempt_row(a) as r
    where a.todo_id = p_todo_id and a.seq between p_first_seq and p_last_seq;
    return coalesce(v_attempts, '[]');
end
$$;
comment on function switchboard._attempts_json is 'Attempts of a todo as a JSON array, newest first; an empty array when there are none.';
revoke all on function switchboard._attempts_json from public;
