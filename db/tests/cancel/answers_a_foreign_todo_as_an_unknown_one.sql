-- behaviour [85]: another endpoint's todo and an id that was never minted answer alike, to the last byte.
begin;
select plan(5);

select tests.endpoint() as e \gset
select tests.todo_in(tests.endpoint('other'), 'claimed') as foreign_id \gset
select tests.snapshot(:'foreign_id') as was \gset

set session authorization tests_agent;
select throws_ok(format($$select from switchboard.cancel(%L, %L)$$, :'e', :'foreign_id'), 'SB404', null, 'not found');
select
    is(
        tests.refusal(format($$select from switchboard.cancel(%L, %L)$$, :'e', id)),
        tests.refusal(format($$select from switchboard.cancel(%L, %L)$$, :'e', :'foreign_id')),
        'as foreign: ' || quote_literal(id)
    )
from unnest(array['td_0', '', 'td_'' or true --']) as id;
reset session authorization;

select is(tests.snapshot(:'foreign_id'), :'was'::jsonb, 'nothing changed');

select * from finish();
rollback;
