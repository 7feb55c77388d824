-- contract 1.3, cases S32: 1 to 200; anything else, null too, means 100.
begin;
select plan(8);

select tests.human() as h \gset
create temp table made as select tests.todo(e) as id from tests.endpoint() as e cross join generate_series(1, 201);

set session authorization tests_server;
select is((select count(*) from switchboard.owner_list_todos(:'h')), 100::bigint, 'by default');
select is((select count(*) from switchboard.owner_list_todos(:'h', p_limit => c.n)), c.rows::bigint, coalesce(c.n::text, 'null'))
from (values (1, 1), (200, 200), (201, 100), (0, 100), (-1, 100), (1000000000, 100), (null, 100)) as c (n, rows);
reset session authorization;

select * from finish();
rollback;
