-- behaviour 2.8: a todo resumed after its deadline is reaped on the next tick.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.todo_in(:'e', 'input-required') as id \gset
select tests.travel('1 hour');
select from switchboard.resume(:'e', :'id');

set session authorization tests_operator;
select results_eq(
    $$select id, state from switchboard.reap_expired()$$, format($$values (%L, 'pending')$$, :'id'), 'the reaper takes it back'
);
reset session authorization;

select results_eq(
    format($$select seq, outcome, disposition from tests.attempts(%L)$$, :'id'),
    $$values (1::bigint, 'reaped', 'requeued')$$,
    'its attempt is closed'
);

select * from finish();
rollback;
