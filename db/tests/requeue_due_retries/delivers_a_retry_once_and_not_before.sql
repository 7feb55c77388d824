-- cases S43: a back-off longer than the lease delivers once: nothing claims, reaps or requeues it before its time, and then one does.
begin;
select plan(7);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
select from switchboard.claim(:'e', :'id', '1 second');
select from switchboard.fail(:'e', :'id');
select tests.travel('29 seconds');

set session authorization tests_operator;
select is_empty('select from switchboard.reap_expired()', 'before: the reaper');
select is_empty('select from switchboard.requeue_due_retries()', 'before: the retry scheduler');
set session authorization tests_agent;
select is_empty(format('select from switchboard.claim_next(%L)', :'e'), 'before: claim_next');
reset session authorization;
select tests.travel('31 seconds');
set session authorization tests_operator;
select is(count(*), 1::bigint, 'after: requeued once') from switchboard.requeue_due_retries();
select is(count(*), 0::bigint, 'and not again') from switchboard.requeue_due_retries();
set session authorization tests_agent;
select is((select attempt from switchboard.claim_next(:'e')), 2, 'claimed once, as the second attempt');
select is_empty(format('select from switchboard.claim_next(%L)', :'e'), 'and not again');
reset session authorization;

select * from finish();
rollback;
