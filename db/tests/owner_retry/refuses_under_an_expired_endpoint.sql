-- contract 1.3: a dead letter of an endpoint past its expiry would wait for ever, before the sweep has met it, too: SB409.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo_in(:'e', 'dead_letter') as id \gset
update switchboard.endpoints set expires_at = now() - interval '1 second' where id = :'e';
select tests.snapshot(:'id') as was \gset

set session authorization tests_server;
select throws_ok(format('select from switchboard.owner_retry(%L, %L)', :'h', :'id'), 'SB409', null, 'refused');
reset session authorization;

select is(tests.snapshot(:'id'), :'was'::jsonb, 'nothing changed');

select * from finish();
rollback;
