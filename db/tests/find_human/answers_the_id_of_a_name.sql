-- contract 1.3: the human of that name; SB404 when there is none.
begin;
select plan(5);

select tests.human() as h \gset

set session authorization tests_operator;
select is(switchboard.find_human('ann'), :'h'::uuid, 'by name');
select throws_ok(format('select switchboard.find_human(%L)', s), 'SB404', null, coalesce(quote_literal(s), 'null'))
from unnest(array['bob', '', 'Ann', null]) as s;
reset session authorization;

select * from finish();
rollback;
