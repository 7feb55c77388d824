-- contract 1.3, behaviour 1.4, cases S32: 1 to 200; anything else, null too, means 50.
begin;
select plan(8);

select tests.endpoint() as e \gset
create temp table made as select tests.todo(:'e') as id from generate_series(1, 201);

set session authorization tests_agent;
select is((select count(*) from switchboard.list_todos(:'e')), 50::bigint, 'by default');
select is((select count(*) from switchboard.list_todos(:'e', p_limit => c.n)), c.rows::bigint, coalesce(c.n::text, 'null'))
from (values (1, 1), (200, 200), (201, 50), (0, 50), (-1, 50), (1000000000, 50), (null, 50)) as c (n, rows);
reset session authorization;

select * from finish();
rollback;
