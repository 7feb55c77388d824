-- behaviour 2.10, [82]: without a result {} is stored; null overwrites.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo(:'e') as a \gset
select tests.todo(:'e') as b \gset
select from switchboard.owner_claim(:'h', :'a');
select from switchboard.owner_claim(:'h', :'b');
update switchboard.todos set result = '{"old": true}';

set session authorization tests_server;
select from switchboard.owner_complete(:'h', :'a');
select from switchboard.owner_complete(:'h', :'b', null);
reset session authorization;

select is(result, '{}', 'by default') from tests.row(:'a');
select is(result, null, 'null') from tests.row(:'b');

select * from finish();
rollback;
