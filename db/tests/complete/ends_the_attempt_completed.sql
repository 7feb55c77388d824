-- behaviour [2]: complete closes the attempt completed/done with summary and artifact, and leaves none open.
begin;
select plan(6);

select tests.endpoint() as e \gset
select tests.claimed(:'e') as id \gset

set session authorization tests_agent;
select results_eq(
    format(
        $$select state, dead_letter, attempts_total from switchboard.complete(%L, %L, '{"n": 2}', 'fixed it', 'mcp://cairn/log1')$$,
        :'e', :'id'
    ),
    $$values ('done', false, 1::bigint)$$,
    'complete answers the done todo'
);
reset session authorization;

select results_eq(
    format($$select seq, outcome, disposition, summary, summary_truncated, artifact from tests.attempts(%L)$$, :'id'),
    $$values (1::bigint, 'completed', 'done', 'fixed it', false, 'mcp://cairn/log1')$$,
    'the attempt is closed with what the holder left'
);
select ok(a.ended_at = t.completed_at and a.ended_at = t.updated_at, 'one time for all')
from tests.attempts(:'id') as a cross join tests.row(:'id') as t;
select is(result, '{"n": 2}', 'the result is on the todo') from tests.row(:'id');
select ok(owner like 'agent:%' and lease_expires_at is not null, 'owner and lease stay [83]') from tests.row(:'id');
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
