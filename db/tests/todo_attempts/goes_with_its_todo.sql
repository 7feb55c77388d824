-- behaviour [25]: deleting a todo deletes its attempts; deleting the claiming endpoint's row only clears the reference.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.endpoint('other') as other \gset
select tests.claimed(:'e') as id \gset
select tests.claimed(:'e') as deleted \gset
update switchboard.todo_attempts set claimer_endpoint_id = :'other' where todo_id = :'id';

delete from switchboard.todos where id = :'deleted';
delete from switchboard.endpoints where id = :'other';

select is_empty(format('select tests.attempts(%L)', :'deleted'), 'the attempts went with the todo');
select is(count(*), 1::bigint, 'the other todo keeps its attempt') from tests.attempts(:'id');
select is(a.claimer_endpoint_id, null, 'without its claimer') from tests.attempts(:'id') as a;

select * from finish();
rollback;
