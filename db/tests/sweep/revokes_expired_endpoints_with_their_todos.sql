-- behaviour 2.9, design 2: past its expiry an endpoint is revoked, its live todos become dead letters, its open attempts close revoked.
begin;
select plan(5);

select tests.endpoint() as e \gset
update switchboard.endpoints set expires_at = '2025-01-02 00:00:00+00' where id = :'e';
select tests.freeze('2025-01-01 00:00:00+00') as now \gset
select tests.claimed(:'e', '24 hours') as id \gset

select tests.freeze('2025-01-01 23:59:59.999999+00') as now \gset
set session authorization tests_operator;
select is((switchboard.sweep()).expired, 0::bigint, 'a microsecond before');
reset session authorization;
select tests.freeze('2025-01-02 00:00:00+00') as now \gset
set session authorization tests_operator;
select is((switchboard.sweep()).expired, 1::bigint, 'at its expiry');
reset session authorization;

select is(revoked_at, :'now'::timestamptz, 'the endpoint is revoked') from switchboard.endpoints;
select results_eq(
    format('select outcome, disposition from tests.attempts(%L)', :'id'),
    $$values ('revoked', 'dead_lettered')$$,
    'its attempt is closed'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
