-- cases C16: every read runs in a READ ONLY transaction: it locks nothing, writes nothing and reaps nothing on the way.
begin;
select plan(14);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo_in(:'e', 'lapsed') as id \gset
select set_config('transaction_read_only', 'on', true) as read_only \gset

set session authorization tests_agent;
select isnt_empty(format('select from switchboard.list_todos(%L)', :'e'), 'list_todos');
select isnt_empty(format('select from switchboard.get_todo(%L, %L)', :'e', :'id'), 'get_todo');
select isnt_empty(format('select from switchboard.list_attempts(%L, %L)', :'e', :'id'), 'list_attempts');
select isnt_empty('select from switchboard.drain_verbs()', 'drain_verbs');
set session authorization tests_server;
select isnt_empty($$select from switchboard.authenticate(sha256('first'))$$, 'authenticate');
select isnt_empty(format('select from switchboard.owner_list_todos(%L)', :'h'), 'owner_list_todos');
select isnt_empty(format('select from switchboard.owner_get_todo(%L, %L)', :'h', :'id'), 'owner_get_todo');
select isnt_empty(format('select from switchboard.owner_list_endpoints(%L)', :'h'), 'owner_list_endpoints');
set session authorization tests_operator;
select isnt_empty('select from switchboard.schema_version()', 'schema_version');
select isnt_empty('select from switchboard.list_endpoints()', 'list_endpoints');
select isnt_empty($$select from switchboard.find_endpoint('first')$$, 'find_endpoint');
select isnt_empty($$select from switchboard.find_human('ann')$$, 'find_human');
select isnt_empty(format('select from switchboard.find_todo(%L)', :'id'), 'find_todo');
select lives_ok('select from switchboard.doctor()', 'doctor');
reset session authorization;

select * from finish();
rollback;
