-- behaviour 2.5: the todo is claimable at once, and the next claim counts on: the counter moved when it was claimed.
begin;
select plan(1);

select tests.endpoint() as e \gset
select tests.claimed(:'e') as id \gset
select switchboard.release(:'e', :'id') \gset

set session authorization tests_agent;
select results_eq(
    format('select id, attempt, attempt_seq from switchboard.claim_next(%L)', :'e'),
    format('values (%L, 2, 2::bigint)', :'id'),
    'attempt 2, at once'
);
reset session authorization;

select * from finish();
rollback;
