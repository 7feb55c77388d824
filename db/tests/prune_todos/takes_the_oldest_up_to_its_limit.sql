-- contract 1.3: one call removes at most p_limit, those that ended first, so that a scheduler can go in small steps.
begin;
select plan(4);

select tests.endpoint() as e \gset
create temp table made as
select
    n,
    tests.todo_in(:'e', 'done') as id
from generate_series(1, 5) as n
order by n;
select tests.travel('31 days');

set session authorization tests_operator;
select is(switchboard.prune_todos(2), 2::bigint, 'two');
reset session authorization;
select set_eq('select id from switchboard.todos', 'select id from made where n > 2', 'the two oldest went');
set session authorization tests_operator;
select is(switchboard.prune_todos(2), 2::bigint, 'two more');
select is(switchboard.prune_todos(2), 1::bigint, 'the last');
reset session authorization;

select * from finish();
rollback;
