-- behaviour 2.8, [82]: the result of a cancel replaces the one of an earlier report; null too.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.todo_in(:'e', 'failed') as id \gset
select tests.travel('1 minute');
select count(*) from switchboard.requeue_due_retries() \gset
select is(result, '{"ok": false}', 'the failure left a result') from tests.row(:'id');

set session authorization tests_agent;
select is((switchboard.cancel(:'e', :'id')).state, 'canceled', 'canceled without a result');
reset session authorization;

select is(result, null, 'the result is gone') from tests.row(:'id');

select * from finish();
rollback;
