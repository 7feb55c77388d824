-- cases C19: in a time zone where a day has 23 or 25 hours a lease, a retry and a default of a day are as long as anywhere.
begin;
select plan(8);

select tests.endpoint(p_default_lease_ttl => '1 day') as e \gset
create temporary table nights as
select
    n.name,
    n.night,
    tests.todo(:'e') as by_call,
    tests.todo(:'e') as by_default,
    tests.claimed(:'e') as held,
    tests.claimed(:'e') as failed
from (
    values ('spring', '2026-03-07 22:00:00-05'::timestamptz), ('autumn', '2026-10-31 22:00:00-04'::timestamptz)
) as n (name, night);
grant select on nights to public;

set timezone = 'America/New_York';
set session authorization tests_agent;
select is(extract(epoch from c.lease_expires_at - n.night), 86400::numeric, 'claim of a day in ' || n.name)
from nights as n
cross join lateral tests.freeze(n.night)
cross join lateral switchboard.claim(:'e', n.by_call, '1 day') as c;
select is(extract(epoch from c.lease_expires_at - n.night), 86400::numeric, 'claim by default in ' || n.name)
from nights as n
cross join lateral tests.freeze(n.night)
cross join lateral switchboard.claim(:'e', n.by_default) as c;
select is(extract(epoch from h.lease_expires_at - n.night), 86400::numeric, 'heartbeat in ' || n.name)
from nights as n
cross join lateral tests.freeze(n.night)
cross join lateral switchboard.heartbeat(:'e', n.held, '1 day') as h;
select is(extract(epoch from f.next_retry_at - n.night), 30::numeric, 'retry in ' || n.name)
from nights as n
cross join lateral tests.freeze(n.night)
cross join lateral switchboard.fail(:'e', n.failed) as f;
reset session authorization;

select * from finish();
rollback;
