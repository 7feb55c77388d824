-- contract 1.3, behaviour [101], [103], cases S29: null, zero and negative mean the default, then 300 s; over 24 h is 24 h; no minimum;
-- a day is 24 hours.
begin;
select plan(15);

select
    results_eq(
        format('select extract(epoch from switchboard._lease_ttl(%L, %L)), switchboard._lease_ttl(%1$L, %2$L)', c.ttl, c.fallback),
        format('values (%L::numeric, make_interval(secs => %1$L))', c.seconds),
        format('%s, default %s', coalesce(c.ttl::text, 'null'), coalesce(c.fallback::text, 'null'))
    )
from (
    values
    (null::interval, null::interval, 300), (interval '0', null, 300), (interval '-1 second', null, 300),
    (interval '-178000000 years', null, 300), (null, interval '10 minutes', 600), (interval '0', interval '1 hour', 3600),
    (interval '1 second', interval '1 hour', 1), (interval '1 microsecond', null, 0.000001),
    (interval '86400 seconds', null, 86400),
    (interval '86400.000001 seconds', null, 86400), (interval '1 day', null, 86400), (interval '1 month', null, 86400),
    (interval '178000000 years', null, 86400), (interval '1 day -1 second', null, 86399), (interval '-1 year 362 days', null, 300)
) as c (ttl, fallback, seconds);

select * from finish();
rollback;
