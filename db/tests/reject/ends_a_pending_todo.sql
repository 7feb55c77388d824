-- behaviour 2.8: reject turns a pending todo down, with a result, and without an attempt.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset

set session authorization tests_agent;
select results_eq(
    format(
        $$select state, owner, lease_expires_at, next_retry_at, dead_letter, attempt, attempts_total
        from switchboard.reject(%L, %L, '{"why": "no"}')$$,
        :'e', :'id'
    ),
    $$values ('rejected', null::text, null::timestamptz, null::timestamptz, false, 0, 0::bigint)$$,
    'reject answers the rejected todo'
);
reset session authorization;

select ok(result = '{"why": "no"}' and completed_at = updated_at, 'result and time are on the todo') from tests.row(:'id');
select is_empty(format($$select tests.attempts(%L)$$, :'id'), 'no attempt');
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
