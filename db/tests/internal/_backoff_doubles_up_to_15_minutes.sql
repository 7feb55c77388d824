-- behaviour [71], cases S44: 30 s doubling to 15 min from attempt 6 on; 0, less and null act as 1; no attempt number overflows.
begin;
select plan(16);

select is(switchboard._backoff(c.attempt), c.seconds * interval '1 second', coalesce(c.attempt::text, 'null'))
from (
    values
    (1, 30), (2, 60), (3, 120), (4, 240), (5, 480), (6, 900), (7, 900), (50, 900), (64, 900), (1000, 900), (1000000, 900),
    (2147483647, 900), (0, 30), (-1, 30), (-2147483648, 30), (null, 30)
) as c (attempt, seconds);

select * from finish();
rollback;
