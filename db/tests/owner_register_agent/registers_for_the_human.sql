-- contract 1.3: the human's agent of that name, made when there is none; a malformed name is SB400.
begin;
select plan(4);

select tests.human() as h \gset
select switchboard.register_agent(:'h', 'builder') as a \gset

set session authorization tests_server;
select is(switchboard.owner_register_agent(:'h', 'builder'), :'a'::uuid, 'the existing one');
select switchboard.owner_register_agent(:'h', 'tester') as a2 \gset
select
    throws_ok(
        format('select switchboard.owner_register_agent(%L, %L)', :'h', n), 'SB400', null, coalesce(quote_literal(n), 'null')
    )
from unnest(array['', null]) as n;
reset session authorization;

select results_eq(
    $$select id, human_id, name from switchboard.agents order by name$$,
    format($$values (%L::uuid, %3$L::uuid, 'builder' collate "C"), (%2$L, %3$L, 'tester')$$, :'a', :'a2', :'h'),
    'two agents of the human'
);

select * from finish();
rollback;
