-- issue 4: a search looks at so many todos, newest first, and is told where to go on; todos of one moment are not split.
begin;
select plan(8);

select tests.human() as h \gset
select tests.endpoint() as e \gset
insert into switchboard.todos (id, endpoint_id, queue, title, state, created_at)
select
    'td_' || lpad(n::text, 4, '0'), :'e', 'q', case when n = 2 then 'the needle' else 'hay' end, 'pending',
    now() + n / 2 * interval '1 s'
from generate_series(1, 20) as n;

set session authorization tests_server;
select is_empty(
    format('select from switchboard.owner_list_todos(%L, p_search => %L, p_examine => 10)', :'h', 'needle'),
    'not among the newest ten'
);
select results_eq(
    format('select id from switchboard.owner_list_todos(%L, p_search => %L)', :'h', 'needle'),
    $$values ('td_0002')$$, 'but among all'
);
select is(switchboard.owner_search_end(:'h', p_examine => 10), 'td_0010', 'ten would split a pair: the eleventh is looked at, too');
select results_eq(
    format(
        'select id from switchboard.owner_list_todos(%L, p_search => %L, p_before => %L, p_examine => 12)',
        :'h', 'needle', 'td_0010'
    ),
    $$values ('td_0002')$$, 'it is found from there on'
);
select is(switchboard.owner_search_end(:'h', p_before => 'td_0010', p_examine => 12), null, 'and then all was looked at');
select results_eq(
    format('select id from switchboard.owner_list_todos(%L, p_search => %L, p_examine => 1)', :'h', 'td_0001'),
    $$values ('td_0001')$$, 'an id is found however old it is'
);
select throws_ok(format('select switchboard.owner_search_end(%L, p_examine => 0)', :'h'), 'SB400', null, 'nothing to examine');
select throws_ok(
    format('select switchboard.owner_search_end(%L, p_before => %L)', :'h', 'td_unknown'), 'SB404', null, 'an unknown place'
);
reset session authorization;

select * from finish();
rollback;
