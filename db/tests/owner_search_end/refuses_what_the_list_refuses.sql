-- contract 1.1: unknown filters and limits below 1 are SB400, what is not theirs is SB404; the list and its end say it alike.
begin;
select plan(15);

select tests.human() as h \gset
select tests.todo(tests.endpoint()) as id \gset
select tests.endpoint('other', p_human => 'bob') as foreign_e \gset
select tests.todo(:'foreign_e') as foreign_id \gset
create temp table cases (name text, code text, arguments text);
insert into cases values
('filter', 'SB400', format('%L, %L, p_examine => 1', :'h', 'lapsed')),
('empty filter', 'SB400', format('%L, %L, p_examine => 1', :'h', '')),
('looks at nothing', 'SB400', format('%L, p_examine => 0', :'h')),
('looks at less', 'SB400', format('%L, p_examine => -1', :'h')),
('foreign endpoint', 'SB404', format('%L, p_endpoint_id => %L, p_examine => 1', :'h', :'foreign_e')),
('foreign todo', 'SB404', format('%L, p_before => %L, p_examine => 1', :'h', :'foreign_id')),
('human', 'SB401', format('%L, p_examine => 1', gen_random_uuid()));
grant select on cases to public;

set session authorization tests_server;
select throws_ok(format('select switchboard.owner_search_end(%s)', arguments), code, null, name) from cases;
select
    is(
        tests.refusal(format('select switchboard.owner_search_end(%s)', arguments)),
        tests.refusal(format('select switchboard.owner_list_todos(%s, p_search => ''x'')', arguments)),
        'as the list: ' || name
    )
from cases;
select throws_ok(format('select switchboard.owner_search_end(%L, p_examine => null)', :'h'), 'SB400', null, 'null');
reset session authorization;

select * from finish();
rollback;
