-- board "search": the end is the p_examine-th newest todo of the filter and endpoint, and null when there are not more than are looked at.
begin;
select plan(16);

select tests.human() as h \gset
select tests.endpoint('first') as e \gset
select tests.endpoint('second') as e2 \gset
create temp table made (n integer, id text);
insert into made select 1, tests.todo(:'e');
insert into made select 2, tests.todo(:'e2');
insert into made select 3, id from tests.todo_in(:'e', 'dead_letter') as id;
insert into made select 4, tests.todo(:'e');
insert into made select 5, tests.todo(:'e2');
select tests.todo(tests.endpoint('other', p_human => 'bob'));
select id as fourth from made where n = 4 \gset
select id as first_id from made where n = 1 \gset
grant select on made to public;

set session authorization tests_server;
select
    is(
        (select m.n from made as m where m.id = switchboard.owner_search_end(:'h', c.filter, c.endpoint, c.before, c.examine)),
        c.found,
        concat_ws(', ', c.filter, c.endpoint, c.before, 'of ' || c.examine)
    )
from (
    values
    ('all', null::uuid, null, 1, 5),
    ('all', null, null, 2, 4),
    ('all', null, null, 5, 1),
    ('all', null, null, 6, null),
    (null, null, null, 2, 4),
    ('pending', null, null, 3, 2),
    ('dead_letter', null, null, 1, 3),
    ('failed', null, null, 1, 3),
    ('dead_letter', null, null, 2, null),
    ('done', null, null, 1, null),
    ('all', :'e2', null, 2, 2),
    ('all', null, :'fourth', 1, 3),
    ('all', null, :'fourth', 3, 1),
    ('all', null, :'fourth', 4, null),
    ('all', null, :'first_id', 1, null)
) as c (filter, endpoint, before, examine, found);
select is(switchboard.owner_search_end(:'h'), null, '10,000 by default');
reset session authorization;

select * from finish();
rollback;
