-- contract 1.3, cases S32: a limit of 0 or less, over the highest, or null is the documented one, never an error.
begin;
select plan(14);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
insert into switchboard.settings (key, value) values ('attempt_history_max_per_todo', '60');
select count(r.id) as n
from generate_series(1, 55) as g (n)
cross join lateral switchboard.claim(:'e', :'id', p_claimant => 'worker ' || g.n) as c
cross join lateral switchboard.release(:'e', c.id, 'try ' || g.n) as r \gset
select count(tests.todo(:'e', p_title => 'todo ' || g.n)) as n from generate_series(1, 200) as g (n) \gset

set session authorization tests_agent;
select is((select count(*) from switchboard.list_todos(:'e', p_limit => l.n)), l.rows, 'list_todos ' || coalesce(l.n::text, 'null'))
from (values (null, 50::bigint), (-1, 50), (0, 50), (1, 1), (200, 200), (201, 50), (1000000000, 50)) as l (n, rows);
select
    is((select count(*) from switchboard.list_attempts(:'e', :'id', l.n)), l.rows, 'list_attempts ' || coalesce(l.n::text, 'null'))
from (values (null, 20::bigint), (-1, 20), (0, 20), (1, 1), (50, 50), (51, 50), (1000000000, 50)) as l (n, rows);
reset session authorization;

select * from finish();
rollback;
