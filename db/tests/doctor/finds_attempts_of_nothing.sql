-- cases E3.16, check orphans: an attempt without its todo, or whose claimer is no endpoint.
begin;
select plan(1);

select tests.endpoint() as e \gset
create temp table planted as
select
    n,
    tests.claimed(:'e') as id
from generate_series(1, 3) as n order by n;
grant select on planted to public;
-- A replica applies changes without foreign keys; so does a careless restore.
select set_config('session_replication_role', 'replica', true) as r \gset
delete from switchboard.todos as t using planted as p where t.id = p.id and p.n = 1;
update switchboard.todo_attempts as a set claimer_endpoint_id = gen_random_uuid() from planted as p
where a.todo_id = p.id and p.n = 2;
select set_config('session_replication_role', 'origin', true) as r \gset
delete from planted where n = 3;

set session authorization tests_reader;
select set_eq(
    $$select severity, substring(detail from 'td_[0-9a-f]+') from switchboard.doctor() where check_name = 'orphans'$$,
    $$select 'violation', id from planted$$,
    'each is named, and no other'
);
reset session authorization;

select * from finish();
rollback;
