-- cases E3.13, check retry_time: a finite time, at most 15 minutes after the failure, and on a failed todo alone.
begin;
select plan(1);

select tests.endpoint() as e \gset
alter table switchboard.todos drop constraint todos_retry_check;
create temp table planted as
select
    n,
    tests.todo_in(:'e', case n when 5 then 'done' else 'failed' end) as id
from generate_series(1, 6) as n order by n;
grant select on planted to public;
update switchboard.todos as t set
    next_retry_at = (array[
        t.updated_at + interval '15 minutes', t.updated_at + interval '15 minutes 1 microsecond', 'infinity', '-infinity', now(),
        t.updated_at + interval '1 day'
    ])[p.n]
from planted as p
where t.id = p.id;
delete from planted where n = 1;

set session authorization tests_reader;
select set_eq(
    $$select severity, substring(detail from 'td_[0-9a-f]+') from switchboard.doctor() where check_name = 'retry_time'$$,
    $$select 'violation', id from planted$$,
    'each is named, and no other'
);
reset session authorization;

select * from finish();
rollback;
