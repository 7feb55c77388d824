-- behaviour [30], cases S10: after the reaper the old holder's heartbeat and reports are SB409, on a pending todo and on a dead letter.
begin;
select plan(15);

select tests.endpoint() as e \gset
select tests.claimed(:'e', '1 microsecond', sha256('right')) as fenced \gset
select tests.claimed(:'e', '1 microsecond') as unfenced \gset
select tests.claimed(:'e', '1 microsecond', p_max_attempts => 1) as dead \gset
select count(*) as n from switchboard.reap_expired() \gset
create temp table cases as
select
    c.*,
    tests.snapshot(c.id) as was
from (
    values ('fenced', :'fenced', sha256('right')), ('unfenced', :'unfenced', null), ('dead', :'dead', null)
) as c (name, id, token);
grant select on cases to public;

set session authorization tests_agent;
select
    throws_ok(
        format('select from switchboard.%I(%L, %L, p_lease_token_hash => %L)', v, :'e', id, token), 'SB409', null, name || ': ' || v
    )
from cases cross join unnest(array['heartbeat', 'complete', 'fail', 'release']) as v
order by name, v;
reset session authorization;

select is(tests.snapshot(id), was, name || ': nothing changed') from cases order by name;

select * from finish();
rollback;
