-- behaviour 7.3: retention_max_rows 0 removes every finished todo, the one of this moment too.
begin;
select plan(2);

select tests.endpoint() as e \gset
select from switchboard.set_setting('retention_max_rows', '0');
select tests.freeze() as now \gset
create temp table made as
select tests.todo_in(:'e', s) as id
from unnest(array['done', 'canceled', 'rejected', 'dead_letter']) as s;

set session authorization tests_operator;
select is(switchboard.prune_todos(), 4::bigint, 'all four');
reset session authorization;

select is_empty('select from switchboard.todos', 'nothing is left');

select * from finish();
rollback;
