-- behaviour [15], [32], [33], cases S6, S10: heartbeat, complete, fail and release of a todo that is not claimed are conflicts.
begin;
select plan(33);

select tests.endpoint() as e \gset
create temporary table cases as
select
    s.state,
    tests.todo_in(:'e', s.state) as id
from unnest('{pending,failed,dead_letter,done,canceled,rejected,input-required,auth-required}'::text[]) as s (state);
create temporary table snapshots as select
    c.id,
    tests.snapshot(c.id) as was
from cases as c;
grant select on cases to public;

set session authorization tests_agent;
select
    throws_ok(
        format('select switchboard.%s(%L, %L)', v.verb, :'e', c.id),
        'SB409',
        null,
        v.verb || ' of a ' || c.state || ' todo is a conflict'
    )
from cases as c
cross join unnest('{heartbeat,complete,fail,release}'::text[]) as v (verb);
reset session authorization;

select is_empty('select from snapshots as s where s.was <> tests.snapshot(s.id)', 'nothing changed');

select * from finish();
rollback;
