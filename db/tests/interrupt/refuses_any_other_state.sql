-- behaviour [17]: only input-required and auth-required can be asked for; anything else is SB400 and changes nothing.
begin;
select plan(9);

select tests.endpoint() as e \gset
select tests.claimed(:'e') as id \gset
select tests.snapshot(:'id') as was \gset

set session authorization tests_agent;
select
    throws_ok(
        format($$select from switchboard.interrupt(%L, %L, %L)$$, :'e', :'id', s), 'SB400', null,
        'state ' || coalesce(quote_literal(s), 'null')
    )
from unnest(array['claimed', 'pending', 'done', 'canceled', 'Input-Required', 'input_required', '', null]) as s;
reset session authorization;

select is(tests.snapshot(:'id'), :'was'::jsonb, 'nothing changed');

select * from finish();
rollback;
