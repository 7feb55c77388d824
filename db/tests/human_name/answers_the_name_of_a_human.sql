-- sign-in: as it was given; SB401 for whoever is not there.
begin;
select plan(4);

select tests.human('Ann <b>') as h \gset
select tests.human('bob') as bob \gset

set session authorization tests_shim;
select is(switchboard.human_name(:'h'), 'Ann <b>', 'one');
select is(switchboard.human_name(:'bob'), 'bob', 'another');
select throws_ok(format('select switchboard.human_name(%L)', id), 'SB401', null, name)
from (values ('unknown', gen_random_uuid()), ('null', null)) as c (name, id);
reset session authorization;

select * from finish();
rollback;
