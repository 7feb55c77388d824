-- cases E3.21, check todo_times: an infinite time on a todo.
begin;
select plan(1);

select tests.endpoint() as e \gset
create temp table planted as
select
    n,
    tests.todo_in(:'e', 'done') as id
from generate_series(1, 5) as n order by n;
grant select on planted to public;
update switchboard.todos as t set
    created_at = case p.n when 1 then 'infinity' else t.created_at end,
    updated_at = case p.n when 2 then '-infinity' else t.updated_at end,
    claimed_at = case p.n when 3 then 'infinity' when 5 then null else t.claimed_at end,
    completed_at = case p.n when 4 then 'infinity' when 5 then null else t.completed_at end
from planted as p
where t.id = p.id;
delete from planted where n = 5;

set session authorization tests_reader;
select set_eq(
    $$select severity, substring(detail from 'td_[0-9a-f]+') from switchboard.doctor() where check_name = 'todo_times'$$,
    $$select 'violation', id from planted$$,
    'each is named, and no other'
);
reset session authorization;

select * from finish();
rollback;
