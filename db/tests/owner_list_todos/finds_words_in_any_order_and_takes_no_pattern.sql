-- issue 4: words of the title, all of them, wherever they stand; nothing in a search is a pattern.
begin;
select plan(7);

select tests.human() as h \gset
select tests.endpoint() as e \gset
select tests.todo(:'e', p_title => 'Repair C:\tmp on box_7, 50% full') as a \gset
select tests.todo(:'e', p_title => 'repair the box') as b \gset

set session authorization tests_server;
select
    results_eq(
        format('select id from switchboard.owner_list_todos(%L, p_search => %L)', :'h', c.search),
        format('select id from unnest(%L::text[]) with ordinality as v (id, place) order by place', c.expected),
        c.search
    )
from (
    values
    ('box repair', array[:'b', :'a']),
    ('  REPAIR   full ', array[:'a']),
    ('box_7', array[:'a']),
    ('box_', array[:'a']),
    ('c:\tmp', array[:'a']),
    ('50%', array[:'a']),
    ('repair%box', array[]::text[])
) as c (search, expected);
reset session authorization;

select * from finish();
rollback;
