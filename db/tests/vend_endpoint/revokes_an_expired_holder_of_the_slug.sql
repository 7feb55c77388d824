-- contract 1.3: an expired endpoint does not hold its slug, also when no sweep has met it: its todos end as by a revoke.
begin;
select plan(4);

select tests.endpoint('first') as e \gset
select tests.claimed(:'e') as id \gset
update switchboard.endpoints set expires_at = now() where id = :'e';
select agent_id as a from switchboard.endpoints \gset

set session authorization tests_operator;
select switchboard.vend_endpoint(:'a', 'first', '{q}', '{claim}', sha256('new')) as e2 \gset
select is((switchboard.find_endpoint('first')).endpoint_id, :'e2'::uuid, 'the slug is the new endpoint''s');
reset session authorization;

select isnt(revoked_at, null, 'the old one is revoked') from switchboard.endpoints where id = :'e';
select results_eq(
    format('select outcome, disposition from tests.attempts(%L)', :'id'),
    $$values ('revoked', 'dead_lettered')$$,
    'with its attempt'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
