-- behaviour [91], contract 1.3: either verb allows it; a scope with neither is SB403, before the todo is looked at.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset

select from switchboard.set_scope(:'e', '{q}', '{list_todos}');
set session authorization tests_agent;
select lives_ok(format('select from switchboard.list_attempts(%L, %L)', :'e', :'id'), 'list_todos alone');
reset session authorization;
select from switchboard.set_scope(:'e', '{q}', '{get_todo}');
set session authorization tests_agent;
select lives_ok(format('select from switchboard.list_attempts(%L, %L)', :'e', :'id'), 'get_todo alone');
reset session authorization;
select from switchboard.set_scope(:'e', '{q}', '{claim,claim_next,complete,fail,release,heartbeat,create_todo}');
set session authorization tests_agent;
select throws_ok(format('select from switchboard.list_attempts(%L, %L)', :'e', id), 'SB403', null, 'neither: ' || id)
from unnest(array[:'id', 'td_0']) as id;
reset session authorization;

select * from finish();
rollback;
