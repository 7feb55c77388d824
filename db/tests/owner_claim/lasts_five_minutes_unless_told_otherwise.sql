-- contract 1.3, behaviour 1.4: default 5 minutes; null, zero and negative mean the same; more than 24 h is cut to 24 h.
begin;
select plan(7);

select tests.endpoint(p_default_lease_ttl => '10 minutes') as e \gset
select tests.human() as h \gset
select tests.freeze() as now \gset
create temp table cases as
select
    c.*,
    tests.todo(:'e') as id
from (
    values
    ('null', null::interval, interval '5 minutes'),
    ('zero', interval '0', interval '5 minutes'),
    ('negative', interval '-1 hour', interval '5 minutes'),
    ('one second', interval '1 second', interval '1 second'),
    ('24 hours', interval '24 hours', interval '24 hours'),
    ('a week', interval '7 days', interval '24 hours')
) as c (name, ttl, lease);
grant select on cases to public;
select tests.todo(:'e') as id \gset

set session authorization tests_server;
select is((switchboard.owner_claim(:'h', :'id')).lease_expires_at, :'now'::timestamptz + interval '5 minutes', 'by default');
select is((switchboard.owner_claim(:'h', id, ttl)).lease_expires_at, :'now'::timestamptz + lease, name) from cases order by name;
reset session authorization;

select * from finish();
rollback;
