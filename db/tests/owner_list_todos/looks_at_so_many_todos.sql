-- board "pages that stay fast at a million todos": a search, or a queue's list, looks at the newest p_examine todos of its filter.
begin;
select plan(16);

select tests.human() as h \gset
select tests.endpoint('first', '{q,p}') as e \gset
select tests.endpoint('second') as e2 \gset
create temp table made (n integer, id text);
insert into made select 1, tests.todo(:'e', 'p', p_title => 'old fish');
insert into made select 2, tests.todo(:'e2', p_title => 'red fish');
insert into made select 3, id from tests.todo_in(:'e', 'dead_letter') as id;
insert into made select 4, tests.todo(:'e', p_title => 'one bird');
insert into made select 5, tests.todo(:'e2', p_title => 'blue fish');
insert into made select 6, tests.todo(:'e', p_title => 'two birds');
-- Somebody else's take no place.
select tests.todo(tests.endpoint('other', p_human => 'bob'), p_title => 'a fish');
select id as sixth from made where n = 6 \gset
select id as third from made where n = 3 \gset
grant select on made to public;

set session authorization tests_server;
select
    results_eq(
        format(
            'select m.n from switchboard.owner_list_todos(%L, %L, %L, %L, %L, %L, p_examine => %L) as l
            inner join made as m on l.id = m.id
        order by m.n desc', :'h', filter, search, queue, endpoint, before, examine
        ),
        format('select unnest(%L::integer[])', found),
        concat_ws(', ', filter, search, queue, endpoint, before, 'of ' || examine)
    )
from (
    values
    ('all', 'fish', null, null::uuid, null, null::integer, '{5,2,1}'::integer[]),
    ('all', 'fish', null, null, null, 1, '{}'),
    ('all', 'fish', null, null, null, 2, '{5}'),
    ('all', 'fish', null, null, null, 4, '{5}'),
    ('all', 'fish', null, null, null, 5, '{5,2}'),
    ('all', 'fish', null, null, null, 6, '{5,2,1}'),
    ('all', 'fish', null, null, null, 7, '{5,2,1}'),
    ('all', 'fish', null, null, null, 2147483647, '{5,2,1}'),
    -- A filter and an endpoint narrow what is looked at, and not only what is found.
    ('pending', 'fish', null, null, null, 4, '{5,2}'),
    ('all', 'fish', null, :'e2', null, 2, '{5,2}'),
    ('dead_letter', 'todo', null, null, null, 1, '{3}'),
    ('all', null, 'p', null, null, 5, '{}'),
    ('all', null, 'p', null, null, 6, '{1}'),
    -- A plain list needs no limit.
    ('all', null, null, null, null, 1, '{6,5,4,3,2,1}'),
    ('all', 'fish', null, null, :'sixth', 1, '{5}'),
    ('all', 'fish', null, null, :'third', 1, '{2}')
) as c (filter, search, queue, endpoint, before, examine, found);
reset session authorization;

select * from finish();
rollback;
