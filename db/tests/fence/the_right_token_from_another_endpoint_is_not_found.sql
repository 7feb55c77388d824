-- behaviour [48]: a token does not widen the tenant, not even to another endpoint of the same agent.
begin;
select plan(9);

select tests.endpoint() as e \gset
select tests.endpoint('sibling') as sibling \gset
select tests.endpoint('stranger', p_human => 'bob') as stranger \gset
select tests.claimed(:'e', p_token => sha256('right')) as id \gset
select tests.snapshot(:'id') as was \gset

set session authorization tests_agent;
select
    throws_ok(
        format('select switchboard.%s(%L, %L, p_lease_token_hash => %L)', v.verb, c.endpoint, :'id', sha256('right')),
        'SB404', null, v.verb || ' from ' || c.name || ' is not found'
    )
from unnest('{heartbeat,complete,fail,release}'::text[]) as v (verb)
cross join (values ('a sibling', :'sibling'), ('a stranger', :'stranger')) as c (name, endpoint);
reset session authorization;

select is(tests.snapshot(:'id'), :'was'::jsonb, 'nothing changed');

select * from finish();
rollback;
