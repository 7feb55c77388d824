-- behaviour [63], [58], [82]: a due retry is claimed directly; its retry time is cleared, the failed attempt and the result stay, and
-- the prior attempts carry the failure's summary, cut mark and artifact.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.claimed(:'e') as id \gset
select switchboard.fail(:'e', :'id', '{"why": 1}', repeat('a', 3000), 'mcp://cairn/log1') \gset
select tests.snapshot(:'id') -> 'attempts' -> 0 as failed \gset
select tests.travel('30 seconds') \gset

set session authorization tests_agent;
select
    is(
        (c.prior_attempts -> 0) - '{claimed_at,ended_at}'::text[],
        jsonb_build_object(
            'seq',
            1,
            'attempt',
            1,
            'claimer_kind',
            'endpoint',
            'claimant',
            'worker',
            'last_heartbeat_at',
            null,
            'outcome',
            'failed',
            'disposition', 'retry_scheduled', 'died', false, 'summary', repeat('a', 2048), 'summary_truncated', true,
            'artifact', 'mcp://cairn/log1'
        ),
        'the prior attempt is handed over'
    )
from switchboard.claim(:'e', :'id') as c;
reset session authorization;

select ok(t.next_retry_at is null and t.state = 'claimed' and t.attempt = 2, 'claimed, and no retry is left')
from tests.row(:'id') as t;
select is(t.result, '{"why": 1}', 'the result stays') from tests.row(:'id') as t;
select is(tests.snapshot(:'id') -> 'attempts' -> 0, :'failed'::jsonb, 'the failed attempt is untouched');

select * from finish();
rollback;
