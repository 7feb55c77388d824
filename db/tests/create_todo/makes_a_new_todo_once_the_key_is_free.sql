-- behaviour [78], design 7: done, dead, canceled and rejected todos let their key go.
begin;
select plan(5);

select tests.endpoint() as e \gset
create temporary table cases as
select
    s.state,
    tests.todo(:'e', p_max_attempts => 1, p_key => s.state) as id
from unnest('{done,dead,canceled,rejected}'::text[]) as s (state);
select count(switchboard.claim(:'e', c.id)) as n from cases as c where c.state in ('done', 'dead') \gset
select count(switchboard.complete(:'e', c.id)) as n from cases as c where c.state = 'done' \gset
select count(switchboard.fail(:'e', c.id)) as n from cases as c where c.state = 'dead' \gset
select count(switchboard.cancel(:'e', c.id)) as n from cases as c where c.state = 'canceled' \gset
select count(switchboard.reject(:'e', c.id)) as n from cases as c where c.state = 'rejected' \gset
grant select on cases to public;

set session authorization tests_producer;
select ok(t.created and t.id <> c.id, 'the key of a todo that is ' || c.state || ' is free')
from cases as c
cross join lateral switchboard.create_todo(:'e', 'q', 'a title', p_idempotency_key => c.state) as t;
reset session authorization;

select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
