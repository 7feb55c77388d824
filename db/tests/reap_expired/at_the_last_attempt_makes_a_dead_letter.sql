-- behaviour [8], [76]: at the cap, 1 included, the todo fails for good; owner gone, no completion time; reaped/dead_lettered.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.claimed(:'e', '1 microsecond', p_max_attempts => 1) as id \gset

set session authorization tests_operator;
select results_eq(
    'select id, state, owner, lease_expires_at, next_retry_at, dead_letter, completed_at from switchboard.reap_expired()',
    format($$values (%L, 'failed', null::text, null::timestamptz, null::timestamptz, true, null::timestamptz)$$, :'id'),
    'reap_expired answers the dead letter'
);
reset session authorization;

select results_eq(
    format('select outcome, disposition, died, summary, artifact from switchboard.list_attempts(%L, %L)', :'e', :'id'),
    $$values ('reaped', 'dead_lettered', true, null::text, null::text)$$,
    'the attempt is closed without a report'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
