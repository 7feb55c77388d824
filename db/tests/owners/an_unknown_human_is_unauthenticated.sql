-- contract 1.1: the human is checked first: an unknown or null id is SB401 for every owner's function, lists included.
begin;
select plan(49);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
select tests.snapshot(:'id') as was \gset
create temp table calls (verb text);
insert into calls values
('owner_claim(%1$L, %2$L)'),
('owner_extend(%1$L, %2$L)'),
('owner_complete(%1$L, %2$L)'),
('owner_fail(%1$L, %2$L)'),
('owner_release(%1$L, %2$L)'),
('owner_retry(%1$L, %2$L)'),
('owner_cancel(%1$L, %2$L)'),
('owner_get_todo(%1$L, %2$L)'),
('owner_create_todo(%1$L, %3$L, ''q'', ''a todo'')'),
('owner_list_todos(%1$L)'),
('owner_list_todos(%1$L, p_search => %2$L, p_before => %2$L, p_examine => 1)'),
('owner_search_end(%1$L)'),
('owner_show_todos(%1$L, array[%2$L])'),
('owner_show_todos(%1$L, ''{}'')'),
('owner_count_todos(%1$L)'),
('owner_queue_stats(%1$L)'),
('owner_workers(%1$L)'),
('owner_endpoint_activity(%1$L)'),
('owner_list_endpoints(%1$L)'),
('owner_register_agent(%1$L, ''new'')'),
('owner_vend_endpoint(%1$L, gen_random_uuid(), ''new'', ''{q}'', ''{claim}'', sha256(''new''))'),
('owner_revoke_endpoint(%1$L, %3$L)'),
('owner_rotate_credential(%1$L, %3$L, sha256(''new''))'),
('owner_set_scope(%1$L, %3$L, ''{q}'', ''{claim}'')');
grant select on calls to public;

set session authorization tests_server;
select throws_ok(format('select from switchboard.' || verb, gen_random_uuid(), :'id', :'e'), 'SB401', null, verb)
from calls order by verb;
select throws_ok(format('select from switchboard.' || verb, null, :'id', :'e'), 'SB401', null, 'null: ' || verb)
from calls order by verb;
reset session authorization;

select is(tests.snapshot(:'id'), :'was'::jsonb, 'nothing changed');

select * from finish();
rollback;
