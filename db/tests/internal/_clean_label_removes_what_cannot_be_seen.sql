-- behaviour [37], [38], cases B2.12: C0, DEL, C1, bidirectional controls and line separators go; the rest stays, cut to 128 bytes
-- after the cleaning; nothing left is null.
begin;
select plan(11);

select is(
    (
        select string_agg(to_hex(n), ' ' order by n)
        from generate_series(1, 12288) as n
        where switchboard._clean_label(chr(n)) is null
    ),
    (
        select string_agg(to_hex(r.n), ' ' order by r.n)
        from (
            select generate_series(1, 31) as n
            union all
            select generate_series(127, 159)
            union all
            select unnest(array[1564, 8206, 8207])
            union all
            select generate_series(8232, 8238)
            union all
            select generate_series(8294, 8297)
        ) as r
    ),
    'of the first 12,288 characters exactly these go'
);
select is(switchboard._clean_label(c.given), c.kept, c.name)
from (
    values
    ('controls and 200 letters', E'\n\t\u001b[31m' || repeat('x', 200), '[31m' || repeat('x', 124)),
    ('cut after the cleaning', repeat(E'\u202e', 100) || repeat('a', 128), repeat('a', 128)),
    ('128 bytes', repeat('é', 64), repeat('é', 64)),
    ('130 bytes', repeat('é', 65), repeat('é', 64)),
    ('cut at a whole character', 'a' || repeat('é', 64), 'a' || repeat('é', 63)),
    ('an override in the middle', E'safe\u202egnp.exe', 'safegnp.exe'),
    ('plain', 'worker 7 (Köln)', 'worker 7 (Köln)'),
    ('only controls', E'\r\n', null),
    ('empty', '', null),
    ('null', null, null)
) as c (name, given, kept);

select * from finish();
rollback;
