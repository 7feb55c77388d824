-- contract 1.3, cases S32: a sweep's limit below 1, or null, is SB400; the default and a huge one are fine.
begin;
select plan(6);

set session authorization tests_operator;
select throws_ok(format('select from switchboard.reap_expired(%L)', n), 'SB400', null, coalesce(n::text, 'null'))
from unnest(array[0, -1, -2147483648, null]) as n;
select lives_ok('select from switchboard.reap_expired()', 'the default');
select lives_ok('select from switchboard.reap_expired(2147483647)', 'the largest');
reset session authorization;

select * from finish();
rollback;
