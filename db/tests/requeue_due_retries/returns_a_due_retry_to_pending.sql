-- behaviour [19], [73], [82], 2.7: owner, lease and retry time go; counter, result and history stay; no attempt is added or touched.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.todo_in(:'e', 'failed') as id \gset
select tests.snapshot(:'id') as was \gset
select tests.travel('30 seconds');

set session authorization tests_operator;
select results_eq(
    'select id, state, owner, lease_expires_at, next_retry_at, dead_letter, attempt, attempts_total
    from switchboard.requeue_due_retries()',
    format($$values (%L, 'pending', null::text, null::timestamptz, null::timestamptz, false, 1, 1::bigint)$$, :'id'),
    'requeue_due_retries answers the pending todo'
);
reset session authorization;

select is(
    (tests.snapshot(:'id') -> 'todo') - 'updated_at',
    (:'was'::jsonb -> 'todo') - 'updated_at' || '{"state": "pending", "owner": null, "next_retry_at": null}',
    'nothing else of the todo moved'
);
select
    is(tests.snapshot(:'id') -> 'attempts', :'was'::jsonb -> 'attempts', 'no attempt was added or touched'
    );
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
