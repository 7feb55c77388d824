-- sign-in: SB404, as for other calls of operators.
begin;
select plan(2);

set session authorization tests_operator;
select throws_ok(format('select switchboard.end_human_sessions(%L)', id), 'SB404', null, name)
from (values ('unknown', gen_random_uuid()), ('null', null)) as c (name, id);
reset session authorization;

select * from finish();
rollback;
