-- behaviour [63]: once the back-off is over, a human may claim without the retry scheduler; the retry time goes.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo_in(:'e', 'failed') as id \gset
select tests.travel('30 seconds');

set session authorization tests_server;
select results_eq(
    format($$select state, attempt, next_retry_at, attempt_seq from switchboard.owner_claim(%L, %L)$$, :'h', :'id'),
    $$values ('claimed', 2, null::timestamptz, 2::bigint)$$,
    'claimed'
);
reset session authorization;

select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
