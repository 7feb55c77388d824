-- board "search (exact id)": an id is found however little a search looks at, within the filter, queue and endpoint that are asked for.
begin;
select plan(14);

select tests.human() as h \gset
select tests.endpoint('first', '{q,p}') as e \gset
select tests.endpoint('second') as e2 \gset
select tests.todo_in(:'e', 'dead_letter') as id \gset
select tests.todo_in(tests.endpoint('other', p_human => 'bob'), 'dead_letter') as foreign_id \gset
select tests.todo(:'e', p_title => 'again ' || :'id') as names_it \gset
select tests.todo(:'e') from generate_series(1, 5);

set session authorization tests_server;
select
    results_eq(
        format(
            'select id from switchboard.owner_list_todos(%L, %L, %L, %L, %L, p_examine => 1)',
            :'h', filter, ' ' || :'id' || ' ', queue, endpoint
        ),
        format('select %L::text where %L', :'id', found),
        concat_ws(', ', filter, queue, case endpoint when :'e' then 'first' when :'e2' then 'second' end)
    )
from (
    values
    ('all', null, null::uuid, true),
    (null, null, null, true),
    ('failed', null, null, true),
    ('dead_letter', null, null, true),
    ('pending', null, null, false),
    ('done', null, null, false),
    ('all', 'q', null, true),
    ('all', 'p', null, false),
    ('all', null, :'e', true),
    ('all', null, :'e2', false),
    ('dead_letter', 'q', :'e', true)
) as c (filter, queue, endpoint, found);
select is_empty(format('select from switchboard.owner_list_todos(%L, p_search => %L)', :'h', s), 'nothing for ' || why)
from (values (:'foreign_id', 'a foreign id'), ('td_unknown', 'an unknown id')) as c (s, why);
-- Whoever goes on below the one that was found is not shown it again.
select is_empty(
    format('select from switchboard.owner_list_todos(%L, p_search => %L, p_before => %2$L)', :'h', :'id'), 'there is no second page'
);
reset session authorization;

select * from finish();
rollback;
