-- behaviour [22], [85], [87], cases S47: another endpoint's todo, one on a queue outside the scope, and an id that was never minted
-- answer alike, to the last byte.
begin;
select plan(7);

select tests.endpoint(p_queues => '{q,lost}') as e \gset
select tests.claimed(tests.endpoint('other')) as foreign_id \gset
select tests.todo(:'e', 'lost') as lost \gset
select from switchboard.set_scope(:'e', '{q}', '{get_todo}');

set session authorization tests_agent;
select throws_ok(format('select from switchboard.list_attempts(%L, %L)', :'e', id), 'SB404', null, name)
from (
    values ('foreign', :'foreign_id'), ('ungranted', :'lost'), ('unknown', 'td_0'), ('empty', ''), ('null', null)
) as c (name, id);
select
    is(
        tests.refusal(format('select from switchboard.list_attempts(%L, %L)', :'e', id)),
        tests.refusal(format('select from switchboard.list_attempts(%L, %L)', :'e', 'td_0')),
        name
    )
from (values ('foreign as unknown', :'foreign_id'), ('ungranted as unknown', :'lost')) as c (name, id);
reset session authorization;

select * from finish();
rollback;
