-- behaviour [80]: two redeliveries inside the back-off answer the parked todo, and so does one after it came back: no unique violation.
begin;
select plan(5);

select tests.endpoint() as e \gset
select tests.todo(:'e', p_key => 'k') as id \gset
select from switchboard.claim(:'e', :'id');
select from switchboard.fail(:'e', :'id');

set session authorization tests_producer;
select ok(not created and id = :'id', 'parked, delivery ' || n)
from generate_series(1, 2) as n cross join lateral switchboard.create_todo(:'e', 'q', 'again ' || n, p_idempotency_key => 'k');
reset session authorization;
select tests.travel('30 seconds');
set session authorization tests_operator;
select results_eq(
    'select id, state from switchboard.requeue_due_retries()', format($$values (%L, 'pending')$$, :'id'), 'it comes back'
);
set session authorization tests_producer;
select ok(not created and id = :'id', 'pending again') from switchboard.create_todo(:'e', 'q', 'again', p_idempotency_key => 'k');
reset session authorization;

select is(count(*), 1::bigint, 'one todo') from switchboard.todos;

select * from finish();
rollback;
