-- behaviour [103], contract 1.3: the length of the call comes before the endpoint's default, which comes before 300 s; 60 s to 24 h can
-- be vended, and a change leaves granted leases alone.
begin;
select plan(14);

select tests.endpoint('ten', p_default_lease_ttl => '10 minutes') as e \gset
select switchboard.register_agent(tests.human(), 'agent') as agent \gset
select tests.freeze() as now \gset

set session authorization tests_agent;
select is(c.lease_expires_at, :'now'::timestamptz + l.lease, 'claim for ' || coalesce(l.length::text, 'null'))
from
    (values (null, interval '10 minutes'), ('0', '10 minutes'), ('-1 second', '10 minutes'), ('1 second', '1 second'))
        as l (length, lease)
cross join lateral tests.todo(:'e', p_title => coalesce(l.length, 'null')) as t (id)
cross join lateral switchboard.claim(:'e', t.id, l.length::interval) as c;
select tests.claimed(:'e', interval '1 hour') as id \gset
reset session authorization;
update switchboard.endpoints set default_lease_ttl = '20 minutes' where id = :'e';
select is(t.lease_expires_at, :'now'::timestamptz + interval '1 hour', 'a granted lease stays') from tests.row(:'id') as t;

set session authorization tests_agent;
select is(h.lease_expires_at, :'now'::timestamptz + interval '20 minutes', 'the next heartbeat reads the new default')
from switchboard.heartbeat(:'e', :'id') as h;

set session authorization tests_operator;
select
    throws_ok(
        format(
            $$select switchboard.vend_endpoint(%L, 'n', '{}', '{claim}', p_default_lease_ttl => %L, p_db_role => 'tests_workers')$$,
            :'agent', l.length
        ),
        'SB400', null, l.length || ' cannot be vended'
    )
from unnest('{-1 second,0,59.999999 seconds,24:00:00.000001,1 month}'::text[]) as l (length);
select
    lives_ok(
        format(
            $$select switchboard.vend_endpoint(%L, %L, '{}', '{claim}', p_default_lease_ttl => %L, p_db_role => 'tests_workers')$$,
            :'agent', 'n' || length(l.length), l.length
        ),
        l.length || ' can be vended'
    )
from unnest('{60 seconds,24 hours}'::text[]) as l (length);
reset session authorization;
select is(count(*), 3::bigint, 'three endpoints in all') from switchboard.endpoints;

select * from finish();
rollback;
