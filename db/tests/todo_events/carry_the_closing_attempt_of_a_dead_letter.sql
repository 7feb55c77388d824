-- behaviour [129], design 7 (REQ-15): dead_lettered has its context for fail and reap at the cap, the summary as it was cut.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.claimed(:'e', p_max_attempts => 1) as failed \gset
select tests.claimed(:'e', interval '1 microsecond', p_max_attempts => 1) as reaped \gset

set session authorization tests_agent;
select state from switchboard.fail(:'e', :'failed', null, repeat('x', 3000), 'https://example.org/log') \gset
reset session authorization;
select switchboard.reap_expired();

select results_eq(
    format(
        $$select event, seq, outcome from switchboard.todo_events where todo_id = any(%L) and context is not null order by id$$,
        array[:'failed', :'reaped']
    ),
    $$values ('dead_lettered', 1::bigint, 'failed'), ('dead_lettered', 1, 'reaped')$$,
    'one event each, in place of failed and reaped'
);
select is(
    context,
    jsonb_build_object(
        'seq', 1, 'outcome', 'failed', 'died', false, 'summary', repeat('x', 2048), 'artifact', 'https://example.org/log',
        'attempts_total', 1
    ),
    'a failure'
) from switchboard.todo_events where todo_id = :'failed' and event = 'dead_lettered';
select is(
    context, '{"seq": 1, "outcome": "reaped", "died": true, "summary": null, "artifact": null, "attempts_total": 1}', 'a death'
) from switchboard.todo_events where todo_id = :'reaped' and event = 'dead_lettered';
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
