-- behaviour [6], [57], cases S27: a lapsed attempt closes lease_expired/requeued at the time of the new claim, without text, and
-- is the first of the prior attempts, died true.
begin;
select plan(5);

select tests.endpoint() as e \gset
select tests.claimed(:'e', interval '1 second', p_claimant => 'the dead') as id \gset
select tests.freeze(now() + interval '1 hour') as now \gset

set session authorization tests_agent;
select
    c.attempt,
    c.attempt_seq,
    c.attempts_total,
    c.prior_attempts #>> '{}' as priors
from switchboard.claim(:'e', :'id', p_claimant => 'the heir') as c \gset
reset session authorization;

select is(array[:attempt, :attempt_seq, :attempts_total], '{2,2,2}', 'attempt, seq and total count on');
select is(
    (:'priors'::jsonb -> 0) - '{claimed_at,ended_at}'::text[],
    jsonb_build_object(
        'seq', 1, 'attempt', 1, 'claimer_kind', 'endpoint', 'claimant', 'the dead', 'last_heartbeat_at', null,
        'outcome', 'lease_expired', 'disposition', 'requeued', 'died', true, 'summary', null, 'summary_truncated', false,
        'artifact', null
    ),
    'the death is the first prior attempt'
);
select results_eq(
    format(
        'select seq, claimant, outcome, disposition, summary, artifact, ended_at from tests.attempts(%L)', :'id'
    ),
    format(
        $$values (1::bigint, 'the dead', 'lease_expired', 'requeued', null, null, %L::timestamptz),
        (2, 'the heir', null, null, null, null, null)$$, :'now'
    ),
    'the old attempt is closed and one is open'
);
select is(t.claimed_at, :'now', 'claimed when the old one ended') from tests.row(:'id') as t;
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
