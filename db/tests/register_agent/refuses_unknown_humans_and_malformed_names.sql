-- contract 1.1, 1.6: an unknown human is SB404, a name out of its limits SB400.
begin;
select plan(6);

select tests.human() as h \gset

set session authorization tests_operator;
select throws_ok(format('select switchboard.register_agent(%L, %L)', gen_random_uuid(), ''), 'SB404', null, 'an unknown human');
select throws_ok(format('select switchboard.register_agent(%L, %L)', :'h', name), 'SB400', null, coalesce(left(name, 9), 'null'))
from unnest(array[null, '', repeat('a', 129), E'a\tb']) as name;
reset session authorization;

select is_empty('select from switchboard.agents', 'nothing was registered');

select * from finish();
rollback;
