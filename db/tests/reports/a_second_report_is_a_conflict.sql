-- behaviour [32], cases S4, S31: after one report every other by the same holder is a conflict; the attempt is closed once.
begin;
select plan(21);

select tests.endpoint() as e \gset
create temporary table reported as
select
    r.verb,
    r.name,
    tests.claimed(:'e', null, sha256('right'), r.max_attempts) as id
from (
    values ('complete', 'complete', 5), ('fail', 'fail', 5), ('fail', 'the last fail', 1), ('release', 'release', 5)
) as r (verb, name, max_attempts);
grant select on reported to public;

set session authorization tests_agent;
select
    lives_ok(
        format('select switchboard.%s(%L, %L, p_lease_token_hash => %L)', r.verb, :'e', r.id, sha256('right')),
        r.name || ' is accepted'
    )
from reported as r;
create temporary table snapshots as select
    r.id,
    tests.snapshot(r.id) as was
from reported as r;
select
    throws_ok(
        format('select switchboard.%s(%L, %L, p_lease_token_hash => %L)', v.verb, :'e', r.id, sha256('right')),
        'SB409', null, v.verb || ' after ' || r.name || ' is a conflict'
    )
from reported as r
cross join unnest('{heartbeat,complete,fail,release}'::text[]) as v (verb);
reset session authorization;

select is_empty('select from snapshots as s where s.was <> tests.snapshot(s.id)', 'nothing changed after the first');

select * from finish();
rollback;
