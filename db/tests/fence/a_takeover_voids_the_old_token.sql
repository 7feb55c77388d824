-- behaviour [45], cases S15, S16: after a takeover the old token is a conflict on all four verbs and touches nothing of the new
-- lease; the new token works.
begin;
select plan(13);

select tests.endpoint() as e \gset
create temporary table taken as
select
    v.verb,
    tests.claimed(:'e', interval '1 microsecond', sha256('old')) as id
from unnest('{heartbeat,complete,fail,release}'::text[]) as v (verb);
grant select on taken to public;

set session authorization tests_agent;
select is(c.attempt_seq, 2::bigint, 'taken over, before ' || t.verb)
from taken as t
cross join lateral switchboard.claim(:'e', t.id, p_lease_token_hash => sha256('new')) as c;
create temporary table snapshots as select
    t.id,
    tests.snapshot(t.id) as was
from taken as t;
select
    throws_ok(
        format('select switchboard.%s(%L, %L, p_lease_token_hash => %L)', t.verb, :'e', t.id, sha256('old')),
        'SB409', null, t.verb || ' with the old token is a conflict'
    )
from taken as t;
select is_empty('select from snapshots as s where s.was <> tests.snapshot(s.id)', 'the new leases are untouched');
select
    lives_ok(
        format('select switchboard.%s(%L, %L, p_lease_token_hash => %L)', t.verb, :'e', t.id, sha256('new')),
        t.verb || ' with the new token is accepted'
    )
from taken as t;
reset session authorization;

select * from finish();
rollback;
