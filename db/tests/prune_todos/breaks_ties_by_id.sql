-- behaviour 7.3: todos that ended in one moment are ordered by id, so that exactly the surplus goes.
begin;
select plan(2);

select tests.endpoint() as e \gset
select from switchboard.set_setting('retention_max_rows', '3');
select tests.freeze() as now \gset
create temp table made as select tests.todo_in(:'e', 'rejected') as id from generate_series(1, 5);

set session authorization tests_operator;
select is(switchboard.prune_todos(), 2::bigint, 'two are over');
reset session authorization;

select set_eq(
    'select id from switchboard.todos', 'select id from made order by id collate "C" desc limit 3', 'the three highest ids stay'
);

select * from finish();
rollback;
