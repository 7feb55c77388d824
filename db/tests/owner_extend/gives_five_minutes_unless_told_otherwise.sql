-- contract 1.3: default 5 minutes; null, zero and negative mean the same; more than 24 h is cut to 24 h.
begin;
select plan(5);

select tests.endpoint(p_default_lease_ttl => '10 minutes') as e \gset
select tests.human() as h \gset
select tests.todo(:'e') as id \gset
select from switchboard.owner_claim(:'h', :'id');
select tests.freeze() as now \gset

set session authorization tests_server;
select is((switchboard.owner_extend(:'h', :'id')).lease_expires_at, :'now'::timestamptz + interval '5 minutes', 'by default');
select is((switchboard.owner_extend(:'h', :'id', ttl)).lease_expires_at, :'now'::timestamptz + lease, coalesce(ttl::text, 'null'))
from (
    values
    (null::interval, interval '5 minutes'),
    (interval '0', interval '5 minutes'),
    (interval '-1 second', interval '5 minutes'),
    (interval '2 days', interval '24 hours')
) as c (ttl, lease);
reset session authorization;

select * from finish();
rollback;
