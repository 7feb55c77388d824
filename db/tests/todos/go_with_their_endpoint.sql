-- cases S20, behaviour [25]: deleting the endpoint's row deletes its todos with their attempts, live claims too; nothing is stranded;
-- only the numbers have to be counted anew.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.endpoint('second') as e2 \gset
select tests.claimed(:'e') as held \gset
select tests.todo_in(:'e', 'done') as ended \gset
select tests.claimed(:'e2') as id \gset

delete from switchboard.endpoints where id = :'e';

select results_eq('select id from switchboard.todos', format($$values (%L collate "C")$$, :'id'), 'the other endpoint''s stay');
select results_eq(
    'select todo_id from switchboard.todo_attempts', format($$values (%L collate "C")$$, :'id'), 'with their attempts'
);
select is(switchboard.recount_todos(), 1::bigint, 'the numbers of one queue were off');
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
