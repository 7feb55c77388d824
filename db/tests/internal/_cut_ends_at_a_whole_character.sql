-- behaviour [35], [36], cases C18: cut to at most so many bytes, never inside a UTF-8 character; what fits stays whole.
begin;
select plan(14);

select is(switchboard._cut(c.given, c.bytes), c.kept, c.name)
from (
    values
    ('3,000 bytes of a 2-byte letter', repeat('é', 1500), 2048, repeat('é', 1024)),
    ('with an ASCII letter first', 'a' || repeat('é', 1500), 2048, 'a' || repeat('é', 1023)),
    ('exactly 2,048', repeat('a', 2048), 2048, repeat('a', 2048)),
    ('exactly 2,048 of 2-byte letters', repeat('é', 1024), 2048, repeat('é', 1024)),
    ('2,047 and a 2-byte letter', repeat('a', 2047) || 'é', 2048, repeat('a', 2047)),
    ('2,049', repeat('a', 2049), 2048, repeat('a', 2048)),
    ('4-byte characters', repeat('🦊', 513), 2048, repeat('🦊', 512)),
    ('one byte before 4-byte characters', 'a' || repeat('🦊', 513), 2048, 'a' || repeat('🦊', 511)),
    ('two bytes before', 'ab' || repeat('🦊', 513), 2048, 'ab' || repeat('🦊', 511)),
    ('three bytes before', 'abc' || repeat('🦊', 513), 2048, 'abc' || repeat('🦊', 511)),
    ('3-byte characters', repeat('€', 100), 128, repeat('€', 42)),
    ('one character too large', '🦊', 3, ''),
    ('empty', '', 128, ''),
    ('null', null, 128, null)
) as c (name, given, bytes, kept);

select * from finish();
rollback;
