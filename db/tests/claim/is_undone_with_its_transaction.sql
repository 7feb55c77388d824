-- cases C6b, C22: what rolls back was never claimed: no attempt, no count, and the token of that claim is void.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
select tests.snapshot(:'id') as was \gset

set session authorization tests_agent;
select
    throws_ok(
        format('select %s; select 1 / 0', c.call), '22012', null, 'rolled back after ' || c.verb
    )
from (
    values ('claim', format('switchboard.claim(%L, %L, p_lease_token_hash => %L)', :'e', :'id', sha256('void'))),
    ('claim_next', format('switchboard.claim_next(%L)', :'e'))
) as c (verb, call);
select throws_ok(
    format('select switchboard.complete(%L, %L, p_lease_token_hash => %L)', :'e', :'id', sha256('void')),
    'SB409', null, 'the token is void'
);
reset session authorization;

select is(tests.snapshot(:'id'), :'was'::jsonb, 'nothing is left');

select * from finish();
rollback;
