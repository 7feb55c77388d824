-- behaviour [37], cases B2.12, C18: claimant and session lose control and bidirectional characters and line separators, then are cut at
-- 128 bytes on the end of a character.
begin;
select plan(21);

select tests.endpoint() as e \gset
create temporary table labels as
select
    l.what,
    l.label,
    l.stored
from (
    values ('controls and 200 letters', E'a\u0001\n\tb' || repeat('c', 200), 'ab' || repeat('c', 126)),
    ('controls after 128 bytes', repeat('c', 128) || E'\n', repeat('c', 128)),
    ('129 bytes of controls and letters', E'\n' || repeat('c', 128), repeat('c', 128)),
    ('127 bytes and a two-byte letter', repeat('c', 127) || 'é', repeat('c', 127)),
    ('33 emoji', repeat('🦆', 33), repeat('🦆', 32)),
    ('escape, delete and C1', E'a\u001b[31m\u007f\u0080\u009fb', 'a[31mb'),
    ('all twelve bidirectional controls', E'a\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069b', 'ab'),
    ('separators', E'a\u2028\u2029b', 'ab'),
    ('quotes and markup', '<b>''"\', '<b>''"\'),
    ('nothing but controls', E'\u0007\u202e', null)
) as l (what, label, stored);
grant select on labels to public;

set session authorization tests_agent;
create temporary table claimed as
select
    l.*,
    c.id
from labels as l
cross join lateral tests.todo(:'e', p_title => l.what) as t (id)
cross join lateral switchboard.claim(:'e', t.id, p_claimant => l.label, p_session => l.label) as c;
reset session authorization;

select is(a.claimant, c.stored, 'claimant: ' || c.what)
from claimed as c
cross join lateral tests.attempts(c.id) as a;
select is(a.claimer_session, c.stored, 'session: ' || c.what)
from claimed as c
cross join lateral tests.attempts(c.id) as a;
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
