-- contract 1, cases C19: UTC text YYYY-MM-DDTHH:MM:SSZ, cut to the second, whatever the session says; null stays null.
begin;
select plan(4);

select set_config('timezone', 'Asia/Kathmandu', true) as a, set_config('datestyle', 'German', true) as b \gset
select is(switchboard._utc(c.given::timestamptz), c.text, coalesce(c.given, 'null'))
from (
    values
    ('2025-01-02 03:04:05.999999+00', '2025-01-02T03:04:05Z'), ('2025-01-02 00:00:00+05:45', '2025-01-01T18:15:00Z'),
    ('1999-12-31 23:59:59+00', '1999-12-31T23:59:59Z'), (null, null)
) as c (given, text);

select * from finish();
rollback;
