-- issue 2, contract 1.1: null where an argument is needed is refused by a clear code, and elsewhere takes the default.
begin;
select plan(18);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
select tests.snapshot(:'id') as was \gset

set session authorization tests_shim;
select throws_ok('select switchboard.' || format(c.call, :'e'), c.code, null, c.call)
from (
    values ('claim_next(null)', 'SB401'),
    ('claim(%L, null)', 'SB404'),
    ('heartbeat(%L, null)', 'SB404'),
    ('complete(%L, null)', 'SB404'),
    ('fail(%L, null)', 'SB404'), ('release(%L, null)', 'SB404'), ('create_todo(%L, null, ''t'')', 'SB400'),
    ('create_todo(%L, ''q'', null)', 'SB400'), ('create_todos(%L, null)', 'SB400'), ('claim_batch(%L, null)', 'SB400'),
    ('claim_next(%L, array[null]::text[])', 'SB403')
) as c (call, code);
select is(tests.snapshot(:'id'), :'was'::jsonb, 'nothing changed');
select lives_ok('select switchboard.' || format(c.call, :'e', :'id'), c.call)
from (
    values ('claim_next(%L, null, null, null, null, null)'), ('heartbeat(%L, %L, null, null)'),
    ('release(%L, %L, null, null, null)'), ('claim(%L, %L, null, null, null, null)'),
    ('complete(%L, %L, null, null, null, null, null)'), ('claim_batch(%L, 1, null, null, null, null, null)')
) as c (call);
reset session authorization;

select * from finish();
rollback;
