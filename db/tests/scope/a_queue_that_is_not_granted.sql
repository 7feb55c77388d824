-- behaviour [87], [88], contract 1.1: own todos on a queue outside the scope are SB403 for each verb that names them, but SB404 as an
-- unknown id where they would be read; to ask for the queue is SB403.
begin;
select plan(18);

select tests.endpoint(p_queues => '{q,r}') as e \gset
select tests.todo(:'e', 'r') as id \gset
select tests.todo(:'e', 'r') as held \gset
select switchboard.claim(:'e', :'held') \gset
select switchboard.set_scope(:'e', '{q}', switchboard._verbs()) \gset
create temporary table snapshots as select
    i.id,
    tests.snapshot(i.id) as was
from unnest(array[:'id', :'held']) as i (id);

set session authorization tests_shim;
select throws_ok(format('select switchboard.' || v.call, :'e', v.id), 'SB403', null, v.call || ' is forbidden')
from (
    values ('claim(%L, %L)', :'id'), ('heartbeat(%L, %L)', :'held'), ('complete(%L, %L)', :'held'), ('fail(%L, %L)', :'held'),
    ('release(%L, %L)', :'held'), ('interrupt(%L, %L, ''input-required'')', :'held'), ('resume(%L, %L)', :'held'),
    ('cancel(%L, %L)', :'id'), ('reject(%L, %L)', :'id'), ('list_todos(%L, ''r'')', null), ('claim_next(%L, ''{r}'')', null),
    ('claim_next(%L, ''{q,r}'')', null), ('claim_batch(%L, 1, ''{r}'')', null), ('create_todo(%L, ''r'', ''t'')', null)
) as v (call, id);
select
    is(
        tests.refusal(format('select switchboard.' || v.call, :'e', :'id')),
        tests.refusal(format('select switchboard.' || v.call, :'e', 'td_0')),
        v.call || ' is told as an unknown one is'
    )
from (values ('get_todo(%L, %L)'), ('list_attempts(%L, %L)')) as v (call);
select is_empty(
    format('select id from switchboard.list_todos(%L) union all select id from switchboard.claim_next(%1$L)', :'e'),
    'they are neither listed nor claimed by default'
);
reset session authorization;

select is_empty('select from snapshots as s where s.was <> tests.snapshot(s.id)', 'nothing changed');

select * from finish();
rollback;
