-- contract 1.3, design 7: a dead letter of a revoked endpoint would wait for ever, since nobody may claim it: SB409.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo(:'e') as id \gset
select switchboard.revoke_endpoint(:'e') as n \gset
select tests.snapshot(:'id') as was \gset

set session authorization tests_server;
select throws_ok(format('select from switchboard.owner_retry(%L, %L)', :'h', :'id'), 'SB409', null, 'refused');
reset session authorization;

select is(tests.snapshot(:'id'), :'was'::jsonb, 'nothing changed');

select * from finish();
rollback;
