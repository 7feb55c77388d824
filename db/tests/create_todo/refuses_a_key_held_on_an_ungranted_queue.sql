-- contract 1.3: a key held by a todo on a queue that is no longer granted is a conflict, and the todo is not shown.
begin;
select plan(3);

select tests.endpoint(p_queues => '{q,r}') as e \gset
select tests.todo(:'e', 'r', p_key => 'key') as id \gset
select switchboard.set_scope(:'e', '{q}', '{create_todo}') \gset

set session authorization tests_producer;
select tests.refusal(
    format('select switchboard.create_todo(%L, ''q'', ''a title'', p_idempotency_key => ''key'')', :'e')
) as told \gset
reset session authorization;

select alike(:'told'::text, 'SB409 | %', 'it is a conflict');
select unalike(:'told'::text, '%' || :'id' || '%', 'that does not name the todo');
select is(count(*), 1::bigint, 'nothing was added') from switchboard.todos as t where t.endpoint_id = :'e';

select * from finish();
rollback;
