-- cases C20: with plans forced generic or custom, and called often enough to be cached, a lifecycle is the same.
begin;
select plan(4);

select tests.endpoint() as e \gset

set plan_cache_mode = 'force_generic_plan';
set session authorization tests_agent;
select is(count(distinct c.id), 10::bigint, 'generic: ten claims and completions')
from generate_series(1, 10) as g (n)
cross join lateral tests.todo(:'e', p_title => 'todo ' || g.n)
cross join lateral switchboard.claim_next(:'e', '{q}', '1 minute', 'worker ' || g.n) as n
cross join lateral switchboard.complete(:'e', n.id) as c;

set plan_cache_mode = 'force_custom_plan';
select is(count(distinct c.id), 10::bigint, 'custom: ten claims and completions')
from generate_series(1, 10) as g (n)
cross join lateral tests.todo(:'e', p_title => 'todo ' || g.n)
cross join lateral switchboard.claim_next(:'e', '{q}', '1 minute', 'worker ' || g.n) as n
cross join lateral switchboard.complete(:'e', n.id) as c;
reset session authorization;
reset plan_cache_mode;

select is(count(*), 20::bigint, 'all are done') from switchboard.todos as t where t.state = 'done';
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
