-- behaviour [15], [63], cases S5: a held, parked, interrupted or finished todo is a conflict and stays as it is; an interrupted one
-- even long after its deadline.
begin;
select plan(10);

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
grant select on cases to public;

set session authorization tests_agent;
select throws_ok(format('select switchboard.claim(%L, %L)', :'e', c.id), 'SB409', null, c.state || ' is a conflict')
from cases as c;
select tests.travel('1 day') \gset
select throws_ok(format('select switchboard.claim(%L, %L)', :'e', c.id), 'SB409', null, c.state || ' is one for ever')
from cases as c
where c.state = 'input-required';
reset session authorization;

select is_empty('select from snapshots as s where s.was <> tests.snapshot(s.id)', 'nothing changed');

select * from finish();
rollback;
