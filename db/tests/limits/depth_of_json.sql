-- contract 1.6, cases B2.14: JSON is at most 64 levels deep; what is too deep for PostgreSQL to read never reaches us.
begin;
select plan(17);

select tests.endpoint() as e \gset
select tests.claimed(:'e') as id \gset
select tests.snapshot(:'id') as was \gset

set session authorization tests_shim;
select throws_ok(format(c.call, :'e', :'id', d.value), 'SB400', null, c.what || ', ' || d.what)
from (
    values ('65 arrays', repeat('[', 65) || repeat(']', 65)), ('65 objects', repeat('{"a": ', 64) || '{}' || repeat('}', 64)),
    ('65 of both beside a flat one', '[{"a": 1}, ' || repeat('{"a": [', 32) || repeat(']}', 32) || ']')
) as d (what, value)
cross join (
    values ('payload', 'select switchboard.create_todo(%L, ''q'', ''t'', p_payload => %3$L)'),
    ('routing', 'select switchboard.create_todo(%L, ''q'', ''t'', p_routing => %3$L)'),
    ('complete', 'select switchboard.complete(%L, %L, %L)'), ('fail', 'select switchboard.fail(%L, %L, %L)')
) as c (what, call);
select throws_ok(
    format('select switchboard.complete(%L, %L, %L)', :'e', :'id', repeat('[', 20000) || repeat(']', 20000)), '54001', null,
    '20,000 levels are PostgreSQL''s own error'
);
select is(tests.snapshot(:'id'), :'was'::jsonb, 'nothing changed');
select lives_ok(format('select switchboard.create_todo(%L, ''q'', ''t'', %L)', :'e', d.value), d.what)
from (
    values ('64 arrays', repeat('[', 64) || repeat(']', 64)),
    ('a number at the bottom of 64', repeat('[', 64) || '1' || repeat(']', 64)),
    ('64 objects', repeat('{"a": ', 63) || '{}' || repeat('}', 63))
) as d (what, value);
reset session authorization;

select * from finish();
rollback;
