-- contract 1.2: each column that owner_list_todos answers, too, says the same here, in every state.
begin;
select plan(2);

select tests.human() as h \gset
select tests.endpoint() as e \gset
create temp table cases as
select tests.todo_in(:'e', s) as id
from unnest(array[
    'pending', 'claimed', 'lapsed', 'done', 'failed', 'dead_letter', 'canceled', 'rejected', 'input-required', 'auth-required'
]) as s;
insert into cases
select c.id from switchboard.create_todo(:'e', 'q', 'Build', p_source => 'github', p_kind => 'review', p_max_attempts => 3) as c;
grant select on cases to public;

set session authorization tests_server;
create temp table shown as
select s.* from switchboard.owner_show_todos(:'h', array(select id from cases)) as s;
select is(count(*), 11::bigint, 'all are shown') from shown;
select is_empty(
    format(
        $$select l.id, o.key, o.value, w.value
        from switchboard.owner_list_todos(%L) as l
        inner join shown as s on l.id = s.id
        cross join lateral jsonb_each(to_jsonb(s)) as o
        inner join lateral jsonb_each(to_jsonb(l)) as w on o.key = w.key
        where o.value is distinct from w.value$$, :'h'
    ),
    'nothing is told in two ways'
);
reset session authorization;

select * from finish();
rollback;
