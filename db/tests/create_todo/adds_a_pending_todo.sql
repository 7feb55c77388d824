-- contract 1.3: create_todo adds a pending todo with what it was given, and answers it with created true.
begin;
select plan(6);

select tests.endpoint() as e \gset
select tests.freeze() as now \gset

set session authorization tests_producer;
select
    c.id,
    to_jsonb(c) as answer
from switchboard.create_todo(
    :'e', 'q', 'a title', '{"n": 1}', 'key', 'mail', 'bug', 'agent:somebody', 7, '{"via": "x"}'
) as c \gset
reset session authorization;

select matches(:'id'::text, '^td_[0-9a-f]{26,}$', 'the id is td_ and at least 26 characters');
select is(
    :'answer'::jsonb - 'id',
    jsonb_build_object(
        'queue', 'q', 'source', 'mail', 'kind', 'bug', 'title', 'a title', 'state', 'pending', 'owner', null,
        'assignee', 'agent:somebody', 'attempt', 0, 'max_attempts', 7, 'lease_expires_at', null, 'next_retry_at', null,
        'dead_letter', false, 'created_at', :'now'::timestamptz, 'updated_at', :'now'::timestamptz, 'claimed_at', null,
        'completed_at', null, 'payload_size', 8, 'attempts_total', 0, 'attempts_pruned', 0, 'created', true
    ),
    'the answer is the new todo'
);
select is(t.payload, '{"n": 1}', 'the payload is stored') from tests.row(:'id') as t;
select is(t.routing, '{"via": "x"}', 'the routing is stored') from tests.row(:'id') as t;
select is_empty(format('select * from tests.attempts(%L)', :'id'), 'no attempt is opened');
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
