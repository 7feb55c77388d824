-- behaviour [44], 2.11: any token on an unfenced lease is a conflict on all four verbs, and no token is accepted.
begin;
select plan(9);

select tests.endpoint() as e \gset
select tests.claimed(:'e') as id \gset
select tests.snapshot(:'id') as was \gset

set session authorization tests_agent;
select
    throws_ok(
        format('select switchboard.%s(%L, %L, p_lease_token_hash => %L)', v.verb, :'e', :'id', sha256('any')),
        'SB409', null, v.verb || ' with a token is a conflict'
    )
from unnest('{heartbeat,complete,fail,release}'::text[]) as v (verb);
select is(tests.snapshot(:'id'), :'was'::jsonb, 'nothing changed');
select
    lives_ok(
        format('select switchboard.%s(%L, %L, p_lease_token_hash => null)', v.verb, :'e', tests.claimed(:'e')),
        v.verb || ' without a token is accepted'
    )
from unnest('{heartbeat,complete,fail,release}'::text[]) as v (verb);
reset session authorization;

select * from finish();
rollback;
