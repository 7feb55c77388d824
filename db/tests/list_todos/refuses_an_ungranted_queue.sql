-- behaviour [88]: a queue outside the scope is SB403, whether it has todos or not.
begin;
select plan(4);

select tests.endpoint(p_queues => '{q,lost}') as e \gset
select tests.todo(:'e', 'lost') as id \gset
select from switchboard.set_scope(:'e', '{q}', '{list_todos}');

set session authorization tests_agent;
select throws_ok(format('select from switchboard.list_todos(%L, %L)', :'e', q), 'SB403', null, quote_literal(q))
from unnest(array['lost', 'nowhere', '']) as q;
select is(
    tests.refusal(format('select from switchboard.list_todos(%L, %L)', :'e', 'lost')),
    tests.refusal(format('select from switchboard.list_todos(%L, %L)', :'e', 'nowhere')),
    'told alike'
);
reset session authorization;

select * from finish();
rollback;
