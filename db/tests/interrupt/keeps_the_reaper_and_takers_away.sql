-- behaviour [15]: an interrupted todo is neither reaped nor taken over, however long ago its deadline passed.
begin;
select plan(6);

select tests.endpoint() as e \gset
create temp table cases as
select
    s as state,
    id,
    tests.snapshot(id) as was
from unnest(array['input-required', 'auth-required']) as s cross join lateral tests.todo_in(:'e', s) as id;
grant select on cases to public;
select tests.travel('2 days');

set session authorization tests_operator;
select is_empty($$select from switchboard.reap_expired()$$, 'the reaper takes nothing');
set session authorization tests_agent;
select is_empty(format($$select from switchboard.claim_next(%L)$$, :'e'), 'claim_next finds nothing');
select throws_ok(format($$select from switchboard.claim(%L, %L)$$, :'e', id), 'SB409', null, 'claim is refused: ' || state)
from cases order by state;
reset session authorization;

select is(tests.snapshot(id), was, state || ': nothing changed') from cases order by state;

select * from finish();
rollback;
