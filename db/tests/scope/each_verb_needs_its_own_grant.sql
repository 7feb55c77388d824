-- behaviour [91], [92], contract 1.3: with every other verb granted a verb is SB403, release too; with its own grant alone it is let
-- in. claim_batch goes by claim_next, create_todos by create_todo, get_todo and list_attempts by either of get_todo and list_todos.
begin;
select plan(35);

select tests.endpoint() as e \gset
create temporary table verbs as
select
    v.*,
    array_agg(o.verb) as all_but
from (
    values ('create_todo', '{create_todo}'::text[], 'create_todo(%L, ''q'', ''t'')'),
    ('create_todos', '{create_todo}', 'create_todos(%L, ''[]'')'), ('claim_next', '{claim_next}', 'claim_next(%L)'),
    ('claim_batch', '{claim_next}', 'claim_batch(%L, 1)'), ('list_todos', '{list_todos}', 'list_todos(%L)'),
    ('claim', '{claim}', 'claim(%L, %L)'), ('heartbeat', '{heartbeat}', 'heartbeat(%L, %L)'),
    ('complete', '{complete}', 'complete(%L, %L)'), ('fail', '{fail}', 'fail(%L, %L)'), ('release', '{release}', 'release(%L, %L)'),
    ('get_todo', '{get_todo,list_todos}', 'get_todo(%L, %L)'), ('list_attempts', '{get_todo,list_todos}', 'list_attempts(%L, %L)'),
    ('interrupt', '{interrupt}', 'interrupt(%L, %L, ''input-required'')'), ('resume', '{resume}', 'resume(%L, %L)'),
    ('cancel', '{cancel}', 'cancel(%L, %L)'), ('reject', '{reject}', 'reject(%L, %L)')
) as v (verb, granted_by, call)
inner join unnest(switchboard._verbs()) as o (verb) on o.verb <> all(v.granted_by)
group by v.verb, v.granted_by, v.call;
grant select on verbs to public;

set session authorization tests_server;
select
    matches(
        tests.refusal(format('select switchboard.' || v.call, :'e', 'td_0')),
        '^SB403 \| ' || v.granted_by[1],
        v.verb || ' is refused while every other verb is granted, and the refusal names its grant'
    )
from verbs as v
cross join lateral switchboard.set_scope(:'e', '{q}', v.all_but);
select
    ok(
        coalesce(tests.refusal(format('select switchboard.' || v.call, :'e', 'td_0')) like 'SB404%', true),
        v.verb || ' is let in by ' || g.verb || ' alone'
    )
from verbs as v
cross join lateral unnest(v.granted_by) as g (verb)
cross join lateral switchboard.set_scope(:'e', '{q}', array[g.verb]);
select throws_ok(format('select switchboard.claim_next(%L)', :'e'), 'SB403', null, 'nothing is granted')
from switchboard.set_scope(:'e', '{q}', '{}');
reset session authorization;

select * from finish();
rollback;
