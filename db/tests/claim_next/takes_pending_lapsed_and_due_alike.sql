-- behaviour 2.3: pending todos, lapsed leases and due retries compete by creation alone.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.claimed(:'e', interval '1 second') as lapsed \gset
select tests.todo(:'e') as pending \gset
select tests.todo_in(:'e', 'failed') as due \gset
select tests.todo(:'e') as young \gset
select tests.travel('1 minute') \gset

set session authorization tests_agent;
select
    is(
        array_agg(c.id),
        array[:'lapsed', :'pending', :'due', :'young'],
        'oldest first, whatever made it claimable'
    )
from generate_series(1, 4) as g (n)
cross join lateral switchboard.claim_next(:'e', p_claimant => 'worker ' || g.n) as c;
reset session authorization;

select results_eq(
    format('select outcome, disposition from tests.attempts(%L) limit 1', :'lapsed'),
    $$values ('lease_expired', 'requeued')$$,
    'the lapsed attempt is closed'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
