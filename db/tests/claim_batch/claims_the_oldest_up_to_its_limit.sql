-- contract 1.3: up to p_limit todos, oldest first, fewer when there are fewer, none when there is none.
begin;
select plan(5);

select tests.endpoint() as e \gset
select array_agg(tests.todo(:'e', p_title => 'todo ' || g.n) order by g.n) as ids from generate_series(1, 3) as g (n) \gset

set session authorization tests_agent;
select is(array_agg(c.title), '{todo 1,todo 2}', 'the two oldest') from switchboard.claim_batch(:'e', 2) as c;
select is(array_agg(c.title), '{todo 3}', 'what is left') from switchboard.claim_batch(:'e', 2) as c;
select is_empty(format('select switchboard.claim_batch(%L, 2)', :'e'), 'none');
reset session authorization;

select is(count(*), 3::bigint, 'each has one open attempt')
from unnest(:'ids'::text[]) as i (id)
cross join lateral tests.attempts(i.id) as a
where a.ended_at is null and a.seq = 1;
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
