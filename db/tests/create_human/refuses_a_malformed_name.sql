-- contract 1.6: 1 to 128 bytes without control characters.
begin;
select plan(8);

set session authorization tests_operator;
select throws_ok(format('select switchboard.create_human(%L)', name), 'SB400', null, reason)
from (
    values
    (null, 'null'), ('', 'empty'), (repeat('a', 129), '129 bytes'), (repeat('é', 65), '130 bytes'), (E'a\nb', 'a line feed'),
    (E'a\u0085b', 'a C1 control')
) as c (name, reason);
select lives_ok(format('select switchboard.create_human(%L)', repeat('é', 64)), '128 bytes');
reset session authorization;

select is(count(*), 1::bigint, 'one human') from switchboard.humans;

select * from finish();
rollback;
