-- contract 1.1: p_before naming a foreign, ungranted or unknown todo is SB404, told alike.
begin;
select plan(5);

select tests.endpoint(p_queues => '{q,lost}') as e \gset
select tests.todo(:'e', 'lost') as lost \gset
select tests.todo(tests.endpoint('other')) as foreign_id \gset
select from switchboard.set_scope(:'e', '{q}', '{list_todos}');

set session authorization tests_agent;
select throws_ok(format('select from switchboard.list_todos(%L, p_before => %L)', :'e', id), 'SB404', null, name)
from (values ('foreign', :'foreign_id'), ('ungranted', :'lost'), ('unknown', 'td_0')) as c (name, id);
select
    is(
        tests.refusal(format('select from switchboard.list_todos(%L, p_before => %L)', :'e', id)),
        tests.refusal(format('select from switchboard.list_todos(%L, p_before => %L)', :'e', 'td_0')),
        name
    )
from (values ('foreign as unknown', :'foreign_id'), ('ungranted as unknown', :'lost')) as c (name, id);
reset session authorization;

select * from finish();
rollback;
