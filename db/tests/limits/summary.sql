-- behaviour [35], [36], [39], cases C18: a summary is cut at 2,048 bytes on the end of a character, and flagged only when it was cut;
-- its length never fails a report.
begin;
select plan(21);

select tests.endpoint() as e \gset

set session authorization tests_agent;
create temporary table cases as
select
    v.verb,
    c.*,
    tests.claimed(:'e') as id
from unnest('{complete,fail,release}'::text[]) as v (verb)
cross join (
    values ('3,000 bytes of two-byte letters', repeat('é', 1500), repeat('é', 1024), true),
    ('one byte before them', 'a' || repeat('é', 1500), 'a' || repeat('é', 1023), true),
    ('2,047 bytes and a two-byte letter', repeat('a', 2047) || 'é', repeat('a', 2047), true),
    ('two bytes before emoji', 'aa' || repeat('🦆', 512), 'aa' || repeat('🦆', 511), true),
    ('exactly 2,048 bytes', repeat('🦆', 512), repeat('🦆', 512), false),
    ('a mebibyte', repeat('a', 1048576), repeat('a', 2048), true),
    ('any characters', E'\u0001\u202e\n</channel>', E'\u0001\u202e\n</channel>', false)
) as c (what, summary, stored, cut);
select count(switchboard.complete(:'e', c.id, p_summary => c.summary)) as n from cases as c where c.verb = 'complete' \gset
select count(switchboard.fail(:'e', c.id, p_summary => c.summary)) as n from cases as c where c.verb = 'fail' \gset
select count(switchboard.release(:'e', c.id, p_summary => c.summary)) as n from cases as c where c.verb = 'release' \gset
reset session authorization;

select is(row(a.summary, a.summary_truncated), row(c.stored, c.cut), c.verb || ' with ' || c.what)
from cases as c
cross join lateral tests.attempts(c.id) as a;

select * from finish();
rollback;
