-- behaviour [91], contract 1.3: either verb allows get_todo and list_attempts; a scope with neither is SB403, whatever the id.
begin;
select plan(8);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset

select from switchboard.set_scope(:'e', '{q}', '{list_todos}');
set session authorization tests_agent;
select lives_ok(format('select from switchboard.%I(%L, %L)', v, :'e', :'id'), v || ' by list_todos alone')
from unnest(array['get_todo', 'list_attempts']) as v;
reset session authorization;
select from switchboard.set_scope(:'e', '{q}', '{get_todo}');
set session authorization tests_agent;
select lives_ok(format('select from switchboard.%I(%L, %L)', v, :'e', :'id'), v || ' by get_todo alone')
from unnest(array['get_todo', 'list_attempts']) as v;
reset session authorization;
select from switchboard.set_scope(:'e', '{q}', '{claim,claim_next,complete,fail,release,heartbeat,create_todo}');
set session authorization tests_agent;
select throws_ok(format('select from switchboard.%I(%L, %L)', v, :'e', id), 'SB403', null, v || ' by neither: ' || id)
from unnest(array['get_todo', 'list_attempts']) as v cross join unnest(array[:'id', 'td_0']) as id;
reset session authorization;

select * from finish();
rollback;
