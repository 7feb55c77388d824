-- behaviour [18]: a rejected todo is never claimed, requeued, reaped, canceled or retried.
begin;
select plan(7);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo_in(:'e', 'rejected') as id \gset
select tests.snapshot(:'id') as was \gset
select tests.travel('1 day');

set session authorization tests_agent;
select is_empty(format($$select from switchboard.claim_next(%L)$$, :'e'), 'claim_next finds nothing');
select throws_ok(format($$select from switchboard.claim(%L, %L)$$, :'e', :'id'), 'SB409', null, 'claim');
select throws_ok(format($$select from switchboard.cancel(%L, %L)$$, :'e', :'id'), 'SB409', null, 'cancel');
set session authorization tests_operator;
select is_empty($$select from switchboard.requeue_due_retries()$$, 'the retry scheduler finds nothing');
select is_empty($$select from switchboard.reap_expired()$$, 'the reaper finds nothing');
select throws_ok(format($$select from switchboard.owner_retry(%L, %L)$$, :'h', :'id'), 'SB409', null, 'owner_retry');
reset session authorization;

select is(tests.snapshot(:'id'), :'was'::jsonb, 'nothing changed');

select * from finish();
rollback;
