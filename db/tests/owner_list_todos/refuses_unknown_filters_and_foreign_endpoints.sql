-- contract 1.1: a foreign endpoint is SB404, as an unknown one; an unknown filter is SB400.
begin;
select plan(7);

select tests.human() as h \gset
select tests.endpoint() as e \gset
select tests.endpoint('other', p_human => 'bob') as foreign_e \gset

set session authorization tests_server;
select throws_ok(format('select from switchboard.owner_list_todos(%L, %L)', :'h', f), 'SB400', null, 'filter ' || quote_literal(f))
from unnest(array['retry', 'Pending', '', 'lapsed']) as f;
select throws_ok(
    format('select from switchboard.owner_list_todos(%L, p_endpoint_id => %L)', :'h', :'foreign_e'), 'SB404', null, 'foreign'
);
select is(
    tests.refusal(format('select from switchboard.owner_list_todos(%L, p_endpoint_id => %L)', :'h', :'foreign_e')),
    tests.refusal(format('select from switchboard.owner_list_todos(%L, p_endpoint_id => %L)', :'h', gen_random_uuid())),
    'told as unknown'
);
select lives_ok(format('select from switchboard.owner_list_todos(%L, p_endpoint_id => %L)', :'h', :'e'), 'their own is answered');
reset session authorization;

select * from finish();
rollback;
