-- behaviour [27], [29], 2.10: extend is a heartbeat of the human: lease and sign of life move together, also to an earlier time.
begin;
select plan(5);

select tests.endpoint() as e \gset
select tests.human() as h \gset
create temp table cases as
select
    c.*,
    tests.todo(:'e') as id
from (values ('longer', interval '1 hour'), ('shorter', interval '1 second')) as c (name, ttl);
grant select on cases to public;
create temp table claims as select l.* from cases as c cross join lateral switchboard.owner_claim(:'h', c.id) as l;
select tests.freeze(now() + interval '1 minute') as now \gset

set session authorization tests_server;
select is((switchboard.owner_extend(:'h', id, ttl)).lease_expires_at, :'now'::timestamptz + ttl, name) from cases order by name;
reset session authorization;

select
    ok(
        a.lease_expires_at = t.lease_expires_at and a.last_heartbeat_at = :'now' and a.ended_at is null
        and a.claimed_at = t.claimed_at and t.attempt = 1 and t.state = 'claimed' and t.updated_at = :'now',
        c.name || ': the attempt''s lease moved too, and nothing else'
    )
from cases as c cross join lateral tests.row(c.id) as t cross join lateral tests.attempts(c.id) as a order by c.name;
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
