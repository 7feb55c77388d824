-- contract 1.3, behaviour 6: p_search is an exact id, source or kind, or words of the title in any case; no pattern.
begin;
select plan(9);

select tests.human() as h \gset
select tests.endpoint() as e \gset
select tests.todo(:'e', p_title => 'Fix the 100% Bug') as fix \gset
select id as build from switchboard.create_todo(:'e', 'q', 'Build', p_source => 'github', p_kind => 'review') \gset

set session authorization tests_server;
select
    results_eq(
        format('select id from switchboard.owner_list_todos(%L, p_search => %L)', :'h', search),
        format('select id from (values %s) as v (id) where id is not null', expected),
        search
    )
from (
    values
    ('fix', format('(%L)', :'fix')),
    ('100% b', format('(%L)', :'fix')),
    ('%', format('(%L)', :'fix')),
    ('_', '(null::text)'),
    ('github', format('(%L)', :'build')),
    ('git', '(null::text)'),
    ('review', format('(%L)', :'build')),
    (:'build', format('(%L)', :'build')),
    ('', format('(%L), (%L)', :'build', :'fix'))
) as c (search, expected);
reset session authorization;

select * from finish();
rollback;
