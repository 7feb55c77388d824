-- behaviour 2.11: the token of an attempt that was released is a conflict on the next claim, fenced anew or not.
begin;
select plan(9);

select tests.endpoint() as e \gset
create temporary table reclaimed as
select
    n.name,
    n.token,
    tests.claimed(:'e', p_token => sha256('first')) as id
from (values ('fenced', sha256('second')), ('unfenced', null)) as n (name, token);
select count(switchboard.release(:'e', r.id, p_lease_token_hash => sha256('first'))) as n from reclaimed as r \gset
select count(switchboard.claim(:'e', r.id, p_lease_token_hash => r.token)) as n from reclaimed as r \gset
create temporary table snapshots as select
    r.id,
    tests.snapshot(r.id) as was
from reclaimed as r;
grant select on reclaimed to public;

set session authorization tests_agent;
select
    throws_ok(
        format('select switchboard.%s(%L, %L, p_lease_token_hash => %L)', v.verb, :'e', r.id, sha256('first')),
        'SB409', null, v.verb || ' with the first token on a second claim, ' || r.name
    )
from reclaimed as r
cross join unnest('{heartbeat,complete,fail,release}'::text[]) as v (verb);
reset session authorization;

select is_empty('select from snapshots as s where s.was <> tests.snapshot(s.id)', 'nothing changed');

select * from finish();
rollback;
