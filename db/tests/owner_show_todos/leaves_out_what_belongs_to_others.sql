-- [89]: foreign, unknown and null ids are left out alike; an unknown human is SB401, too many ids are SB400.
begin;
select plan(5);

select tests.human() as h \gset
select tests.todo(tests.endpoint()) as mine \gset
select tests.todo(tests.endpoint('other', p_human => 'bob')) as foreign_id \gset

set session authorization tests_server;
select results_eq(
    format('select id from switchboard.owner_show_todos(%L, array[%L, %L, ''td_nope'', null])', :'h', :'foreign_id', :'mine'),
    format('values (%L)', :'mine'), 'only mine'
);
select is_empty(format('select from switchboard.owner_show_todos(%L, ''{}'')', :'h'), 'nothing of nothing');
select is_empty(format('select from switchboard.owner_show_todos(%L, null)', :'h'), 'nothing of null');
select throws_ok(
    format('select switchboard.owner_show_todos(%L, ''{}'')', gen_random_uuid()), 'SB401', null, 'an unknown human'
);
select throws_ok(
    format('select switchboard.owner_show_todos(%L, array_fill(''x''::text, array[201]))', :'h'), 'SB400', null, '201 ids'
);
reset session authorization;

select * from finish();
rollback;
