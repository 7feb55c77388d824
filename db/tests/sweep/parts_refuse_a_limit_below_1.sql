-- contract 1.3, cases S32: a limit below 1, or null, is SB400; the default and the largest are fine.
begin;
select plan(21);

set session authorization tests_operator;
select throws_ok(format('select from switchboard.%I(%L)', v, n), 'SB400', null, v || ' ' || coalesce(n::text, 'null'))
from unnest(array['reap_expired', 'requeue_due_retries', 'prune_todos']) as v
cross join unnest(array[0, -1, -2147483648, null]) as n;
select lives_ok(format('select from switchboard.%I(%s)', v, n), v || ' ' || n)
from unnest(array['reap_expired', 'requeue_due_retries', 'prune_todos']) as v
cross join unnest(array['', '1', '2147483647']) as n;
reset session authorization;

select * from finish();
rollback;
