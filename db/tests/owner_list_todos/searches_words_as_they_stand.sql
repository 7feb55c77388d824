-- behaviour 6: every word must be in the title, in any order and any case; nothing in a search is a pattern.
begin;
select plan(18);

select tests.human() as h \gset
create temp table made as
select
    title,
    tests.todo(e, p_title => title) as id
from tests.endpoint() as e
cross join unnest(array[
    'Fix the 100% Bug', 'fix 100 bugs', 'snake_case name', 'snake case name', E'C:\\temp\\new', 'C:/temp/new', 'ÄRGER im Büro'
]) as title;
grant select on made to public;

set session authorization tests_server;
select
    results_eq(
        format('select title from switchboard.owner_list_todos(%L, p_search => %L)', :'h', search),
        format('select title from made where title = any(%L) order by id desc', titles),
        quote_literal(search)
    )
from (
    values
    ('bug FIX', '{Fix the 100% Bug,fix 100 bugs}'::text[]),
    ('fix bugs', '{fix 100 bugs}'),
    ('100%', '{Fix the 100% Bug}'),
    ('1%0', '{}'),
    ('%', '{Fix the 100% Bug}'),
    ('%%', '{}'),
    ('snake_', '{snake_case name}'),
    ('snake_case name', '{snake_case name}'),
    ('_', '{snake_case name}'),
    ('s_ake', '{}'),
    (E'\\', array[E'C:\\temp\\new']),
    (E'C:\\TEMP', array[E'C:\\temp\\new']),
    (E'\\%', '{}'),
    (E'100\\%', '{}'),
    (E'name \t\n snake ', '{snake_case name,snake case name}'),
    ('ärger BÜRO', '{ÄRGER im Büro}'),
    ('fix nothing', '{}')
) as c (search, titles);
select is((select count(*) from switchboard.owner_list_todos(:'h', p_search => E' \t ')), 7::bigint, 'blanks are no search');
reset session authorization;

select * from finish();
rollback;
