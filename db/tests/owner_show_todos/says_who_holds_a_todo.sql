-- board "claimant or owner": you, a worker, or nobody; an owner that a row keeps after its end holds nothing any more.
begin;
select plan(10);

select tests.endpoint() as e \gset
select tests.human() as h \gset
create temp table cases as
select
    s as name,
    tests.todo_in(:'e', s) as id,
    case when s in ('claimed', 'lapsed', 'input-required', 'auth-required') then 'worker' end as holder
from unnest(array['pending', 'claimed', 'lapsed', 'done', 'failed', 'dead_letter', 'input-required', 'auth-required']) as s;
insert into cases select 'yours', tests.todo(:'e'), 'you';
insert into cases select 'yours, done', tests.todo(:'e'), null;
select from cases as c cross join lateral switchboard.owner_claim(:'h', c.id) where c.name like 'yours%';
select from cases as c cross join lateral switchboard.owner_complete(:'h', c.id) where c.name = 'yours, done';
grant select on cases to public;

set session authorization tests_server;
select is(s.holder, c.holder, c.name)
from cases as c left join switchboard.owner_show_todos(:'h', array(select k.id from cases as k)) as s on c.id = s.id;
reset session authorization;

select * from finish();
rollback;
