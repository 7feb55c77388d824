-- design 2, cases C1: a lease counts from the moment of the claim, not from the start of the caller's transaction.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
select clock_timestamp() as began \gset

set session authorization tests_agent;
select ok(c.claimed_at between :'began' and clock_timestamp(), 'claimed at the time of the call')
from switchboard.claim(:'e', :'id', '1 second') as c;
reset session authorization;

select is(t.lease_expires_at - t.claimed_at, interval '1 second', 'and leased from then') from tests.row(:'id') as t;

select * from finish();
rollback;
