-- behaviour [32], 2.10: extend, complete, fail and release from any other state, a second report among them, are SB409.
begin;
select plan(40);

select tests.endpoint() as e \gset
select tests.human() as h \gset
-- The human's own: reported on once, so that it is done, parked or pending again.
select tests.todo(:'e') as completed \gset
select tests.todo(:'e') as failed \gset
select tests.todo(:'e') as released \gset
select from switchboard.owner_claim(:'h', :'completed');
select from switchboard.owner_claim(:'h', :'failed');
select from switchboard.owner_claim(:'h', :'released');
select from switchboard.owner_complete(:'h', :'completed');
select from switchboard.owner_fail(:'h', :'failed');
select from switchboard.owner_release(:'h', :'released');
create temp table cases as
select
    c.*,
    tests.snapshot(c.id) as was
from (
    select
        'once ' || o.name as name,
        o.id
    from (values ('completed', :'completed'), ('failed', :'failed'), ('released', :'released')) as o (name, id)
    union all
    select
        s as name,
        tests.todo_in(:'e', s) as id
    from unnest(array['pending', 'input-required', 'dead_letter', 'canceled', 'rejected']) as s
) as c;
grant select on cases to public;

set session authorization tests_server;
select throws_ok(format('select from switchboard.%I(%L, %L)', v, :'h', id), 'SB409', null, name || ': ' || v)
from cases cross join unnest(array['owner_extend', 'owner_complete', 'owner_fail', 'owner_release']) as v
order by name, v;
reset session authorization;

select is(tests.snapshot(id), was, name || ': nothing changed') from cases order by name;

select * from finish();
rollback;
