-- behaviour [61], [63], [64]: nothing claimable is no row and no error; neither is an empty list of queues.
begin;
select plan(3);

select tests.endpoint() as e \gset
create temporary table cases as
select
    s.state,
    tests.todo_in(:'e', s.state) as id
from unnest('{claimed,failed,dead_letter,done,canceled,rejected,input-required,auth-required}'::text[]) as s (state);
create temporary table snapshots as select
    c.id,
    tests.snapshot(c.id) as was
from cases as c;

set session authorization tests_agent;
select is_empty(format('select switchboard.claim_next(%L)', :'e'), 'nothing is claimable');
select is_empty(
    format('select switchboard.claim_next(%L, %L) from tests.todo(%L)', :'e', '{}', :'e'),
    'nothing is asked for, though one is pending'
);
reset session authorization;

select is_empty('select from snapshots as s where s.was <> tests.snapshot(s.id)', 'nothing changed');

select * from finish();
rollback;
