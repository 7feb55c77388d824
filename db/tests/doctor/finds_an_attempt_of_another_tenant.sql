-- cases E3.20, check tenancy: the claimer is the todo's endpoint, its agent or its human.
begin;
select plan(1);

select tests.endpoint() as e \gset
select tests.endpoint('other', p_human => 'bob') as e2 \gset
create temp table planted as
select
    n,
    tests.todo(:'e') as id
from generate_series(1, 5) as n order by n;
grant select on planted to public;
select count(*) as n
from planted as p cross join lateral switchboard.claim(:'e', p.id) where p.n <= 3 \gset
select count(*) as n
from planted as p cross join lateral switchboard.owner_claim(tests.human(), p.id) where p.n > 3 \gset
update switchboard.todo_attempts as a set claimer_endpoint_id = :'e2' from planted as p
where a.todo_id = p.id and p.n = 1;
update switchboard.todo_attempts as a set owner = 'agent:' || gen_random_uuid() from planted as p
where a.todo_id = p.id and p.n = 2;
update switchboard.todo_attempts as a set owner = 'op:' || tests.human('bob') from planted as p
where a.todo_id = p.id and p.n = 4;
delete from planted where n in (3, 5);

set session authorization tests_reader;
select set_eq(
    $$select severity, substring(detail from 'td_[0-9a-f]+') from switchboard.doctor() where check_name = 'tenancy'$$,
    $$select 'violation', id from planted$$,
    'each is named, and no other'
);
reset session authorization;

select * from finish();
rollback;
