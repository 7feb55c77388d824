-- design 7: a human's report after the lapse is refused once somebody has reaped or taken over.
begin;
select plan(11);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo(:'e') as reaped \gset
select tests.todo(:'e') as taken \gset
select from switchboard.owner_claim(:'h', :'reaped', '1 microsecond');
select from switchboard.owner_claim(:'h', :'taken', '1 microsecond');
select from switchboard.claim(:'e', :'taken');
select count(*) as n from switchboard.reap_expired() \gset
create temp table cases as
select
    c.*,
    tests.snapshot(c.id) as was
from (values ('reaped', :'reaped'), ('taken over', :'taken')) as c (name, id);
grant select on cases to public;

set session authorization tests_server;
select throws_ok(format('select from switchboard.%I(%L, %L)', v, :'h', id), 'SB409', null, name || ': ' || v)
from cases cross join unnest(array['owner_extend', 'owner_complete', 'owner_fail', 'owner_release']) as v
order by name, v;
reset session authorization;

select is(tests.snapshot(id), was, name || ': nothing changed') from cases order by name;
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
