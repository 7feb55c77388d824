-- contract 1.1: caller, verb, todo visible, queue granted, arguments, then state, holder and fence. Each call is wrong in all that
-- comes later too, and is told the first.
begin;
select plan(42);

select tests.endpoint('stranger', p_human => 'bob') as stranger \gset
select tests.endpoint('mute', p_verbs => '{}') as mute \gset
select tests.endpoint('owner', p_queues => '{q,r}') as e \gset
select tests.todo(:'stranger') as foreign_todo \gset
select tests.todo(:'e', 'r') as outside \gset
select tests.todo_in(:'e', 'done') as done \gset
select tests.snapshot(:'done') as was \gset
select switchboard.set_scope(:'e', '{q}', switchboard._verbs()) \gset

set session authorization tests_shim;
select throws_ok(format('select switchboard.' || v.bad, s.endpoint, s.id), s.code, null, s.code || ' first: ' || v.verb)
from (
    values ('claim', 'claim(%L, %L, p_lease_token_hash => ''short'')'),
    ('heartbeat', 'heartbeat(%L, %L, p_lease_token_hash => ''short'')'),
    ('complete', 'complete(%L, %L, p_artifact => ''bad'')'), ('fail', 'fail(%L, %L, p_artifact => ''bad'')'),
    ('release', 'release(%L, %L, p_artifact => ''bad'')'), ('interrupt', 'interrupt(%L, %L, ''done'')'),
    ('resume', 'resume(%L, %L, ''short'')')
) as v (verb, bad)
cross join (
    values (gen_random_uuid()::text, :'foreign_todo', 'SB401'),
    (:'mute', :'foreign_todo', 'SB403'),
    (:'e', :'foreign_todo', 'SB404'),
    (:'e', :'outside', 'SB403'), (:'e', :'done', 'SB400')
) as s (endpoint, id, code);
select throws_ok(format('select switchboard.' || v.bad, s.endpoint), s.code, null, s.code || ' first: ' || v.verb)
from (
    values ('claim_next', 'claim_next(%L, ''{r}'', p_lease_token_hash => ''short'')'),
    ('create_todo', 'create_todo(%L, ''r'', '''')')
) as v (verb, bad)
cross join (values (gen_random_uuid()::text, 'SB401'), (:'mute', 'SB403'), (:'e', 'SB403')) as s (endpoint, code);
reset session authorization;

select is(tests.snapshot(:'done'), :'was'::jsonb, 'nothing changed');

select * from finish();
rollback;
