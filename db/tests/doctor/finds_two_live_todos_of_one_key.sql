-- cases E3.19, check idempotency_key: one live todo per endpoint and key.
begin;
select plan(1);

select tests.endpoint() as e \gset
drop index switchboard.todos_idempotency_key;
insert into switchboard.todos (id, endpoint_id, queue, title, state, idempotency_key, next_retry_at)
values
('td_0a', :'e', 'q', 'a todo', 'pending', 'live twice', null),
('td_0b', :'e', 'q', 'a todo', 'failed', 'live twice', now()),
('td_0c', :'e', 'q', 'a todo', 'pending', 'live once', null),
('td_0d', :'e', 'q', 'a todo', 'done', 'live once', null),
('td_0e', :'e', 'q', 'a todo', 'failed', 'live once', null),
('td_0f', :'e', 'q', 'a todo', 'pending', null, null),
('td_10', :'e', 'q', 'a todo', 'pending', null, null);

set session authorization tests_reader;
select results_eq(
    $$select severity, detail from switchboard.doctor() where check_name = 'idempotency_key'$$,
    format($$values ('violation', 'endpoint %s has 2 live todos of one idempotency key')$$, :'e'),
    'the key that is live twice'
);
reset session authorization;

select * from finish();
rollback;
