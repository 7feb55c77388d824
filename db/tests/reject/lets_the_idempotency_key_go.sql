-- design 7: a rejected todo releases its idempotency key: a redelivery makes a new todo.
begin;
select plan(1);

select tests.endpoint() as e \gset
select tests.todo(:'e', p_key => 'k') as id \gset
select from switchboard.reject(:'e', :'id');

set session authorization tests_producer;
select ok(created and id <> :'id', 'the redelivery is a new todo')
from switchboard.create_todo(:'e', 'q', 'a todo', p_idempotency_key => 'k');
reset session authorization;

select * from finish();
rollback;
