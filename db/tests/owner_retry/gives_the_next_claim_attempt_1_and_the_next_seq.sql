-- behaviour [20]: after a manual retry the next claim has attempt 1 and seq total + 1.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo_in(:'e', 'dead_letter') as id \gset

set session authorization tests_server;
select is((switchboard.owner_retry(:'h', :'id')).attempt, 0, 'retried');
set session authorization tests_agent;
select results_eq(
    format(
        $$select attempt, attempt_seq, attempts_total, jsonb_array_length(prior_attempts) from switchboard.claim_next(%L)$$, :'e'
    ),
    $$values (1, 2::bigint, 2::bigint, 1)$$,
    'the next claim'
);
reset session authorization;

select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
