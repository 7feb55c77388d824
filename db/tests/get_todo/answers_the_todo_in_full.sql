-- behaviour 3.3, contract 1.2: payload, routing and result with the row, totals, and the attempts, newest first.
begin;
select plan(2);

select tests.endpoint() as e \gset
select id from switchboard.create_todo(
    :'e', 'q', 'Build', '{"n": 1}', 'k', 'ci', 'chore', null, 3, '{"r": 1}'
) \gset
select from switchboard.claim(:'e', :'id', p_claimant => 'w1');
select from switchboard.fail(:'e', :'id', '{"why": "red"}', 'tests are red', 'https://example.org/log');

set session authorization tests_agent;
select
    is(
        to_jsonb(d) - 'owner' - 'created_at' - 'updated_at' - 'claimed_at' - 'next_retry_at' - 'attempts',
        jsonb_build_object(
            'id', :'id', 'queue', 'q', 'source', 'ci', 'kind', 'chore', 'title', 'Build', 'state', 'failed', 'assignee', null,
            'attempt', 1,
            'max_attempts', 3, 'lease_expires_at', null, 'dead_letter', false, 'completed_at', null, 'payload_size', 8,
            'attempts_total', 1, 'attempts_pruned', 0, 'payload', '{"n": 1}'::jsonb, 'routing', '{"r": 1}'::jsonb,
            'result', '{"why": "red"}'::jsonb
        ),
        'the todo'
    )
from switchboard.get_todo(:'e', :'id') as d;
select
    is(
        d.attempts #- '{0,claimed_at}' #- '{0,ended_at}',
        jsonb_build_array(jsonb_build_object(
            'seq', 1, 'attempt', 1, 'claimer_kind', 'endpoint', 'claimant', 'w1', 'last_heartbeat_at', null,
            'outcome', 'failed', 'disposition', 'retry_scheduled', 'died', false, 'summary', 'tests are red',
            'summary_truncated', false, 'artifact', 'https://example.org/log'
        )),
        'its attempt'
    )
from switchboard.get_todo(:'e', :'id') as d;
reset session authorization;

select * from finish();
rollback;
