-- behaviour [29]: the new deadline counts from now, also when it comes before the old one.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.claimed(:'e', interval '1 hour') as id \gset
select tests.freeze() as now \gset

set session authorization tests_agent;
select is(h.lease_expires_at, :'now'::timestamptz + interval '10 seconds', 'shortened')
from switchboard.heartbeat(:'e', :'id', '10 seconds') as h;
select is(h.lease_expires_at, :'now'::timestamptz + interval '300 seconds', 'and set to the default without a length')
from switchboard.heartbeat(:'e', :'id') as h;
reset session authorization;

select * from finish();
rollback;
