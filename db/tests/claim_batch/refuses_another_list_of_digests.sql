-- contract 1.3: too few or many digests, equal ones, a missing one or one that is no SHA-256 is SB400, and nothing is claimed.
begin;
select plan(9);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
select tests.snapshot(:'id') as was \gset

set session authorization tests_agent;
select
    throws_ok(
        format('select switchboard.claim_batch(%L, 2, p_lease_token_hashes => %L)', :'e', h.digests), 'SB400', null, h.name
    )
from (
    values ('too few', array[sha256('1')]),
    ('too many', array[sha256('1'), sha256('2'), sha256('3')]),
    ('equal ones', array[sha256('1'), sha256('1')]),
    ('a null', array[sha256('1'), null]),
    ('only nulls', array[null::bytea, null]),
    ('31 bytes', array[sha256('1'), substr(sha256('2'), 2)]),
    ('an empty one', array[sha256('1'), '']),
    ('a matrix', array[array[sha256('1'), sha256('2')]])
) as h (name, digests);
reset session authorization;

select is(tests.snapshot(:'id'), :'was'::jsonb, 'nothing changed');

select * from finish();
rollback;
