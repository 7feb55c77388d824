-- behaviour 3.3, contract 1.3: newest first, granted queues only, of this endpoint only.
begin;
select plan(2);

select tests.endpoint(p_queues => '{q,p,lost}') as e \gset
select tests.todo(:'e') as a \gset
select tests.todo(:'e', 'lost') as lost \gset
select tests.todo(:'e', 'p') as b \gset
select tests.todo(tests.endpoint('other')) as foreign_id \gset
select tests.todo_in(:'e', 'done') as c \gset
select from switchboard.set_scope(:'e', '{q,p}', '{list_todos}');

set session authorization tests_agent;
select results_eq(
    format('select id, queue, state from switchboard.list_todos(%L)', :'e'),
    format($$values (%L, 'q', 'done'), (%L, 'p', 'pending'), (%L, 'q', 'pending')$$, :'c', :'b', :'a'),
    'newest first'
);
select results_eq(
    format($$select id from switchboard.list_todos(%L, 'p')$$, :'e'), format('values (%L)', :'b'), 'one queue'
);
reset session authorization;

select * from finish();
rollback;
