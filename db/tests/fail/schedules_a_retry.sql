-- behaviour [3], [83], 2.5: below the cap the todo waits for its retry, without a lease but with owner and result; the attempt closes
-- failed/retry_scheduled with what the holder left.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.claimed(:'e') as id \gset
select tests.freeze() as now \gset

set session authorization tests_agent;
select results_eq(
    format(
        'select state, dead_letter, next_retry_at, attempt from switchboard.fail(%L, %L, %L, %L, %L)',
        :'e', :'id', '{"n": 2}', 'broke', 'https://example.org/log'
    ),
    format($$values ('failed', false, %L::timestamptz, 1)$$, :'now'::timestamptz + interval '30 seconds'),
    'the answer says when it will be tried again'
);
reset session authorization;

select
    ok(
        t.owner like 'agent:%' and t.lease_expires_at is null and t.result = '{"n": 2}' and t.completed_at is null,
        'the owner stays, the lease goes, the result is stored, it is not completed'
    )
from tests.row(:'id') as t;
select results_eq(
    format('select outcome, disposition, summary, artifact, ended_at from tests.attempts(%L)', :'id'),
    format($$values ('failed', 'retry_scheduled', 'broke', 'https://example.org/log', %L::timestamptz)$$, :'now'),
    'the attempt is closed with what the holder left'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
