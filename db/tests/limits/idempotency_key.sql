-- contract 1.6: a key is at most 512 bytes.
begin;
select plan(3);

select tests.endpoint() as e \gset

set session authorization tests_producer;
select
    throws_ok(
        format('select switchboard.create_todo(%L, ''q'', ''a title'', p_idempotency_key => %L)', :'e', k.key),
        'SB400',
        null,
        k.what
    )
from (values ('513 letters', repeat('a', 513)), ('257 two-byte letters', repeat('é', 257))) as k (what, key);
select ok(c.created, '512 bytes') from switchboard.create_todo(:'e', 'q', 'a title', p_idempotency_key => repeat('é', 256)) as c;
reset session authorization;

select * from finish();
rollback;
