-- contract 1.6, cases S34: a title is 1 to 1,024 bytes, counted in bytes and kept whole.
begin;
select plan(7);

select tests.endpoint() as e \gset

set session authorization tests_producer;
select throws_ok(format('select switchboard.create_todo(%L, ''q'', %L)', :'e', t.title), 'SB400', null, t.what)
from (
    values ('null', null), ('empty', ''), ('1,025 letters', repeat('a', 1025)), ('2,000 emoji', repeat('🦆', 2000))
) as t (what, title);
select is(c.title, t.title, t.what)
from (
    values ('one letter', 'a'), ('256 emoji', repeat('🦆', 256)), ('controls and markup', E'<b>\n\t\u202e"''\\')
) as t (what, title)
cross join lateral switchboard.create_todo(:'e', 'q', t.title) as c;
reset session authorization;

select * from finish();
rollback;
