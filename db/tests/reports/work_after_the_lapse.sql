-- behaviour [28], [30]: a lapsed lease that nobody reaped or took over is still its holder's; the reaper then finds nothing.
begin;
select plan(7);

select tests.endpoint() as e \gset
create temporary table lapsed as
select
    v.verb,
    v.state,
    tests.claimed(:'e', interval '1 second') as id
from (
    values ('heartbeat', 'claimed'), ('complete', 'done'), ('fail', 'failed'), ('release', 'pending')
) as v (verb, state);
grant select on lapsed to public;
select tests.travel('1 hour') \gset

set session authorization tests_agent;
select
    results_eq(
        format('select state from switchboard.%s(%L, %L)', l.verb, :'e', l.id),
        array[l.state],
        l.verb || ' is accepted an hour after the lapse'
    )
from lapsed as l;

set session authorization tests_operator;
select is_empty('select * from switchboard.reap_expired()', 'the reaper finds nothing');
reset session authorization;

select ok(t.lease_expires_at > clock_timestamp() + interval '1 hour', 'the heartbeat revived the lease')
from lapsed as l
cross join lateral tests.row(l.id) as t
where l.verb = 'heartbeat';
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
