-- behaviour [38]: an empty summary, artifact, claimant or session is null.
begin;
select plan(3);

select tests.endpoint() as e \gset
create temporary table cases as
select
    v.verb,
    tests.todo(:'e') as id
from unnest('{complete,fail,release}'::text[]) as v (verb);
grant select on cases to public;

set session authorization tests_agent;
select count(c.id) as n
from cases as s
cross join lateral switchboard.claim(:'e', s.id, p_claimant => '', p_session => '') as c \gset
select count(switchboard.complete(:'e', c.id, null, '', '')) as n from cases as c where c.verb = 'complete' \gset
select count(switchboard.fail(:'e', c.id, null, '', '')) as n from cases as c where c.verb = 'fail' \gset
select count(switchboard.release(:'e', c.id, '', '')) as n from cases as c where c.verb = 'release' \gset
reset session authorization;

select ok(num_nonnulls(a.summary, a.artifact, a.claimant, a.claimer_session) = 0 and not a.summary_truncated, c.verb)
from cases as c
cross join lateral tests.attempts(c.id) as a;

select * from finish();
rollback;
