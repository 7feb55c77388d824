-- behaviour [71], cases S44: whatever the attempt number, the wait is between 30 s and 15 minutes.
begin;
select plan(9);

select is(switchboard._backoff(b.attempt), b.waits, 'attempt ' || b.attempt)
from (
    values (-2147483648, interval '30 seconds'), (-1, '30 seconds'), (0, '30 seconds'), (1, '30 seconds'), (50, '900 seconds'),
    (64, '900 seconds'), (1000, '900 seconds'), (1000000, '900 seconds'), (2147483647, '900 seconds')
) as b (attempt, waits);

select * from finish();
rollback;
