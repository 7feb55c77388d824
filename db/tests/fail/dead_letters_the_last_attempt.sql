-- behaviour [4], [76], [83]: a failure at max_attempts is the last, the first one when it is 1.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.claimed(:'e', p_max_attempts => 1) as id \gset

set session authorization tests_agent;
select results_eq(
    format('select state, dead_letter, next_retry_at from switchboard.fail(%L, %L, p_summary => ''gave up'')', :'e', :'id'),
    $$values ('failed', true, null::timestamptz)$$,
    'the answer is a dead letter'
);
reset session authorization;

select ok(t.owner like 'agent:%' and t.lease_expires_at is null and t.completed_at is null, 'the owner stays, the lease goes')
from tests.row(:'id') as t;
select results_eq(
    format('select outcome, disposition, summary from tests.attempts(%L)', :'id'),
    $$values ('failed', 'dead_lettered', 'gave up')$$,
    'the attempt is closed with what the holder left'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
