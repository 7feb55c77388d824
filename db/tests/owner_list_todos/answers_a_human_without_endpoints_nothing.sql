-- contract 1.1: a human who owns nothing is no error.
begin;
select plan(2);

select tests.human() as h \gset
select tests.todo(tests.endpoint('other', p_human => 'bob')) as id \gset

set session authorization tests_server;
select is_empty(format('select from switchboard.owner_list_todos(%L)', :'h'), 'no todos');
select is_empty(format('select from switchboard.owner_list_endpoints(%L)', :'h'), 'no endpoints');
reset session authorization;

select * from finish();
rollback;
