-- behaviour [71], [75]: 30 s doubling to 15 minutes; the last of eight attempts is dead, and all eight are kept with their ending.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.todo(:'e', p_max_attempts => 8) as id \gset

set session authorization tests_agent;
create temporary table waits as
select
    g.n,
    f.next_retry_at - f.updated_at as waits
from generate_series(1, 8) as g (n)
cross join lateral tests.travel(g.n * interval '1 hour')
cross join lateral switchboard.claim(:'e', :'id', p_claimant => 'worker ' || g.n) as c
cross join lateral switchboard.fail(:'e', c.id, p_summary => 'try ' || g.n) as f;
reset session authorization;

select
    is(
        array_agg(extract(epoch from w.waits)::int order by w.n), '{30,60,120,240,480,900,900,null}', 'the back-off, then none'
    )
from waits as w;
select
    is(
        array_agg(a.disposition order by a.seq),
        array_fill('retry_scheduled'::text, array[7]) || 'dead_lettered'::text,
        'seven are retried, the last is not'
    )
from tests.attempts(:'id') as a;
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
