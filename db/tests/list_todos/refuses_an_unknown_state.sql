-- contract 1.3: an unknown p_state is SB400, and its value is not echoed.
begin;
select plan(6);

select tests.endpoint() as e \gset

set session authorization tests_agent;
select throws_ok(format('select from switchboard.list_todos(%L, p_state => %L)', :'e', s), 'SB400', null, quote_literal(s))
from unnest(array['open', 'Pending', '', 'dead_letter', 'pending ']) as s;
select doesnt_match(
    tests.refusal(format('select from switchboard.list_todos(%L, p_state => %L)', :'e', 'shibboleth')), 'shibboleth', 'not echoed'
);
reset session authorization;

select * from finish();
rollback;
