-- behaviour [22], [85], [87], cases S47: another endpoint's todo, one on a queue outside the scope, and an id that was never minted
-- answer get_todo and list_attempts alike, to the last byte.
begin;
select plan(10);

select tests.endpoint(p_queues => '{q,lost}') as e \gset
select tests.claimed(tests.endpoint('other')) as foreign_id \gset
select tests.todo(:'e', 'lost') as lost \gset
select from switchboard.set_scope(:'e', '{q}', '{get_todo}');

set session authorization tests_agent;
select throws_ok(format('select from switchboard.%I(%L, %L)', v, :'e', 'td_0'), 'SB404', null, v || ': unknown')
from unnest(array['get_todo', 'list_attempts']) as v;
select
    is(
        tests.refusal(format('select from switchboard.%I(%L, %L)', v, :'e', c.id)),
        tests.refusal(format('select from switchboard.%I(%L, %L)', v, :'e', 'td_0')),
        v || ': ' || c.name
    )
from unnest(array['get_todo', 'list_attempts']) as v
cross join (
    values ('foreign', :'foreign_id'), ('ungranted', :'lost'), ('empty', ''), ('null', null)
) as c (name, id);
reset session authorization;

select * from finish();
rollback;
