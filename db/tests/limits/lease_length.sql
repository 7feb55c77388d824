-- contract 1.3, behaviour [29], [31], [101], cases S29: null, zero and negative lengths are the default of 300 s, over 24 h is 24 h, and
-- anything else counts as it is; the same in all four verbs.
begin;
select plan(52);

select tests.endpoint() as e \gset
select tests.freeze() as now \gset
create temporary table lengths as
select
    l.length,
    l.lease,
    tests.todo(:'e') as by_id,
    tests.todo(:'e') as by_next,
    tests.todo(:'e') as by_batch,
    tests.claimed(:'e', interval '1 minute') as held
from (
    values (null::interval, interval '300 seconds'),
    ('0', '300 seconds'),
    ('-1 second', '300 seconds'),
    ('-178000000 years', '300 seconds'),
    ('-1 year 362 days', '300 seconds'),
    ('1 microsecond', '1 microsecond'),
    ('1 second', '1 second'),
    ('-1 day 25 hours', '1 hour'),
    ('24 hours', '24 hours'), ('24:00:00.000001', '24 hours'), ('1 month', '24 hours'), ('1000000000 seconds', '24 hours'),
    ('178000000 years', '24 hours')
) as l (length, lease);
grant select on lengths to public;

set session authorization tests_agent;
create temporary table answers as
select
    'claim' as verb,
    l.*,
    a.lease_expires_at
from lengths as l
cross join lateral switchboard.claim(:'e', l.by_id, l.length) as a;
insert into answers select
    'claim_next' as verb,
    l.*,
    a.lease_expires_at
from lengths as l
cross join lateral switchboard.claim_next(:'e', p_lease_ttl => l.length) as a;
insert into answers select
    'claim_batch' as verb,
    l.*,
    a.lease_expires_at
from lengths as l
cross join lateral switchboard.claim_batch(:'e', 1, p_lease_ttl => l.length) as a;
insert into answers select
    'heartbeat' as verb,
    l.*,
    a.lease_expires_at
from lengths as l
cross join lateral switchboard.heartbeat(:'e', l.held, l.length) as a;
reset session authorization;

select is(a.lease_expires_at, :'now'::timestamptz + a.lease, a.verb || ' for ' || coalesce(a.length::text, 'null'))
from answers as a;

select * from finish();
rollback;
