-- behaviour [7], [82], [83], 2.6: below the cap the todo is pending again, owner and lease gone, counter and result kept;
-- the attempt closes reaped/requeued and counts as died.
begin;
select plan(4);

select tests.endpoint() as e \gset
-- Failed once and claimed again, so that a result is there to be kept.
select tests.todo_in(:'e', 'failed') as id \gset
select tests.travel('1 minute');
select claimed_at from switchboard.claim(:'e', :'id', '1 microsecond') \gset

set session authorization tests_operator;
select results_eq(
    'select id, state, owner, lease_expires_at, next_retry_at, dead_letter, attempt, attempts_total, claimed_at
    from switchboard.reap_expired()',
    format(
        $$values (%L, 'pending', null::text, null::timestamptz, null::timestamptz, false, 2, 2::bigint, %L::timestamptz)$$,
        :'id', :'claimed_at'
    ),
    'reap_expired answers the pending todo'
);
reset session authorization;

select results_eq(
    format('select seq, outcome, disposition, died, summary, artifact from switchboard.list_attempts(%L, %L) limit 1', :'e', :'id'),
    $$values (2::bigint, 'reaped', 'requeued', true, null::text, null::text)$$,
    'the attempt is closed without a report'
);
select ok(result = '{"ok": false}' and completed_at is null, 'the result is kept') from tests.row(:'id');
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
