-- contract 1.1: from expires_at on an endpoint is refused, and not a microsecond before.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.freeze() as now \gset
update switchboard.endpoints set expires_at = :'now'::timestamptz + interval '1 hour' where id = :'e';

set session authorization tests_agent;
select tests.freeze(:'now'::timestamptz + interval '59 minutes 59.999999 seconds') \gset
select lives_ok(format('select switchboard.claim_next(%L)', :'e'), 'before');
select tests.freeze(:'now'::timestamptz + interval '1 hour') \gset
select throws_ok(format('select switchboard.claim_next(%L)', :'e'), 'SB401', null, 'at the time');
reset session authorization;

select * from finish();
rollback;
