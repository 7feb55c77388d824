-- behaviour [89]: of the ids only the human's own, those of a revoked endpoint too; a foreign id answers nothing, as an unknown one.
begin;
select plan(6);

select tests.human() as h \gset
select tests.todo(tests.endpoint('first')) as a \gset
select tests.todo(tests.endpoint('second', p_agent => 'another')) as b \gset
select tests.todo_in(tests.endpoint('other', p_human => 'bob'), 'dead_letter') as foreign_id \gset
select tests.todo_in(id, 'dead_letter') as c from switchboard.endpoints where slug = 'first' \gset
select switchboard.revoke_endpoint(id) as n from switchboard.endpoints where slug = 'second' \gset

set session authorization tests_server;
select results_eq(
    format(
        'select id, endpoint_slug, state, dead_letter from switchboard.owner_show_todos(%L, array[%L, null, %L, %L, %L, %L])',
        :'h', :'a', :'foreign_id', :'c', 'td_0', :'b'
    ),
    format(
        $$values (%L, 'first', 'failed', true), (%L, 'second', 'failed', true), (%L, 'first', 'pending', false)$$, :'c', :'b', :'a'
    ),
    'theirs, newest first, in whatever order they are asked for'
);
select is_empty(format('select from switchboard.owner_show_todos(%L, array[%L])', :'h', i), 'nothing for ' || i)
from unnest(array[:'foreign_id', 'td_0', '']) as i;
select is_empty(format('select from switchboard.owner_show_todos(%L, %L)', :'h', i), coalesce(i, 'null'))
from unnest(array['{}', null]) as i;
reset session authorization;

select * from finish();
rollback;
