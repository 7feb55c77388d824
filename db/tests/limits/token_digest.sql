-- contract 1.3: a token is presented as the 32 bytes of its SHA-256; any other length is SB400, also on an unfenced lease.
begin;
select plan(22);

select tests.endpoint() as e \gset
select tests.todo(:'e') as pending \gset
select tests.claimed(:'e') as held \gset
select tests.snapshot(:'held') as was \gset

set session authorization tests_agent;
select
    throws_ok(
        format(c.call, :'e', c.id, d.digest), 'SB400', null, c.what || ' with ' || octet_length(d.digest) || ' bytes'
    )
from (
    values ('claim', :'pending', 'select switchboard.claim(%L, %L, p_lease_token_hash => %L)'),
    ('claim_next', null, 'select switchboard.claim_next(%L, p_lease_token_hash => %3$L)'),
    ('claim_batch', null, 'select switchboard.claim_batch(%L, 1, p_lease_token_hashes => array[%3$L::bytea])'),
    ('heartbeat', :'held', 'select switchboard.heartbeat(%L, %L, p_lease_token_hash => %L)'),
    ('complete', :'held', 'select switchboard.complete(%L, %L, p_lease_token_hash => %L)'),
    ('fail', :'held', 'select switchboard.fail(%L, %L, p_lease_token_hash => %L)'),
    ('release', :'held', 'select switchboard.release(%L, %L, p_lease_token_hash => %L)')
) as c (what, id, call)
cross join (values (''::bytea), (substr(sha256('a'), 2)), (sha256('a') || '\x00')) as d (digest);
reset session authorization;

select is(tests.snapshot(:'held'), :'was'::jsonb, 'nothing changed');

select * from finish();
rollback;
