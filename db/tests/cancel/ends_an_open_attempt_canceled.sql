-- behaviour [10], [77]: cancel of a held todo closes the attempt canceled/canceled; owner, lease and retry time go.
begin;
select plan(13);

select tests.endpoint() as e \gset
create temp table cases as
select
    s as state,
    id
from unnest(array['claimed', 'lapsed', 'input-required', 'auth-required']) as s cross join lateral tests.todo_in(:'e', s) as id;
grant select on cases to public;

set session authorization tests_agent;
select
    results_eq(
        format(
            $$select state, owner, lease_expires_at, next_retry_at, dead_letter, attempts_total
            from switchboard.cancel(%L, %L, '{"n": 1}')$$,
            :'e', id
        ),
        $$values ('canceled', null::text, null::timestamptz, null::timestamptz, false, 1::bigint)$$,
        'cancel answers the canceled todo, from ' || state
    )
from cases order by state;
reset session authorization;

select
    results_eq(
        format($$select seq, outcome, disposition, summary, artifact from tests.attempts(%L)$$, id),
        $$values (1::bigint, 'canceled', 'canceled', null::text, null::text)$$,
        state || ': the attempt is closed without a report'
    )
from cases order by state;
select ok(a.ended_at = t.completed_at and t.result = '{"n": 1}', c.state || ': result and time are on the todo')
from cases as c cross join lateral tests.row(c.id) as t cross join lateral tests.attempts(c.id) as a order by c.state;
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
