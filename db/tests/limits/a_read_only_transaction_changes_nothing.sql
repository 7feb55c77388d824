-- contract 1.1: the server's own conditions pass through as they are.
begin;
select plan(9);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
select tests.claimed(:'e') as held \gset

select set_config('transaction_read_only', 'on', true) as read_only \gset
set session authorization tests_shim;
select throws_ok(format('select switchboard.' || v.call, :'e', v.id), '25006', null, v.call)
from (
    values ('create_todo(%L, ''q'', ''t'')', null), ('create_todos(%L, ''[{"queue": "q", "title": "t"}]'')', null),
    ('claim(%L, %L)', :'id'), ('claim_next(%L)', null), ('claim_batch(%L, 1)', null), ('heartbeat(%L, %L)', :'held'),
    ('complete(%L, %L)', :'held'), ('fail(%L, %L)', :'held'), ('release(%L, %L)', :'held')
) as v (call, id);
reset session authorization;

select * from finish();
rollback;
