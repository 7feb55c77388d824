-- behaviour [119], 7.3: over retention_max_rows the oldest-updated finished todos go; live ones neither go nor count.
begin;
select plan(3);

select tests.endpoint() as e \gset
select from switchboard.set_setting('retention_max_rows', '2');
create temp table made as
select
    n,
    tests.todo_in(:'e', state) as id
from (values (1, 'done'), (2, 'canceled'), (3, 'rejected'), (4, 'dead_letter')) as c (n, state)
order by n;
select tests.todo(:'e') as live \gset
select tests.todo_in(:'e', 'failed') as parked \gset

set session authorization tests_operator;
select is(switchboard.prune_todos(), 2::bigint, 'two are over');
select is(switchboard.prune_todos(), 0::bigint, 'and then none');
reset session authorization;

select set_eq(
    'select t.id from switchboard.todos as t',
    format('select id from made where n > 2 union all values (%L), (%L)', :'live', :'parked'),
    'the two newest finished ones stay, and the live ones'
);

select * from finish();
rollback;
