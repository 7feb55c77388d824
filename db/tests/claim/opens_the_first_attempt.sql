-- behaviour [1], [54]: a first claim opens attempt 1 with the lease of the todo, and answers no prior attempt.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
select tests.freeze() as now \gset

set session authorization tests_agent;
select to_jsonb(c) as answer from switchboard.claim(:'e', :'id', '10 minutes', 'worker 1', 'session 1') as c \gset
reset session authorization;

select
    is(
        :'answer'::jsonb - '{id,created_at}'::text[],
        jsonb_build_object(
            'queue', 'q', 'source', null, 'kind', null, 'title', 'a todo', 'state', 'claimed', 'owner', o.owner, 'assignee', null,
            'attempt', 1, 'max_attempts', 5, 'lease_expires_at', :'now'::timestamptz + interval '10 minutes', 'next_retry_at', null,
            'dead_letter', false, 'updated_at', :'now'::timestamptz, 'claimed_at', :'now'::timestamptz, 'completed_at', null,
            'payload_size',
            8,
            'attempts_total',
            1,
            'attempts_pruned',
            0,
            'payload',
            '{"n": 1}'::jsonb,
            'routing',
            null,
            'result',
            null,
            'attempt_seq', 1, 'prior_attempts', '[]'::jsonb
        ),
        'the answer is the claimed todo in full'
    )
from (select 'agent:' || e.agent_id as owner from switchboard.endpoints as e where e.id = :'e') as o;
select
    is(
        to_jsonb(a) - '{todo_id,owner}'::text[],
        jsonb_build_object(
            'seq', 1, 'attempt', 1, 'claimer_kind', 'endpoint', 'claimer_endpoint_id', :'e', 'claimer_session', 'session 1',
            'claimant', 'worker 1', 'claimed_at', :'now'::timestamptz, 'last_heartbeat_at', null,
            'lease_expires_at', :'now'::timestamptz + interval '10 minutes', 'ended_at', null, 'outcome', null, 'disposition', null,
            'summary', null, 'summary_truncated', false, 'artifact', null, 'lease_token_hash', null
        ),
        'the attempt is open'
    )
from tests.attempts(:'id') as a;
select
    is(
        to_jsonb(t) - 'endpoint_id' - 'idempotency_key',
        :'answer'::jsonb - 'attempt_seq' - 'prior_attempts' - 'dead_letter',
        'the row is what was answered'
    )
from tests.row(:'id') as t;
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
