-- contract 1.3: revoking again closes nothing and keeps the first time; an unknown endpoint is SB404.
begin;
select plan(5);

select tests.endpoint() as e \gset
select tests.claimed(:'e') as id \gset
select switchboard.revoke_endpoint(:'e') as n \gset
select revoked_at as first_time from switchboard.endpoints \gset
select tests.snapshot(:'id') as was \gset
select tests.travel('1 hour');

set session authorization tests_operator;
select is(switchboard.revoke_endpoint(:'e'), 0, 'nothing left to close');
select throws_ok(format('select switchboard.revoke_endpoint(%L)', gen_random_uuid()), 'SB404', null, 'unknown');
select throws_ok('select switchboard.revoke_endpoint(null)', 'SB404', null, 'null');
reset session authorization;

select is(revoked_at, :'first_time'::timestamptz, 'the first time stays') from switchboard.endpoints;
select is(tests.snapshot(:'id'), :'was'::jsonb, 'the todo is as it was');

select * from finish();
rollback;
