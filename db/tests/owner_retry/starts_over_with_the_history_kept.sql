-- behaviour [20], [74], [82], 2.7: pending at attempt 0; owner, lease, result and times of the old life go, totals and history stay.
begin;
select plan(7);

select tests.human() as h \gset
create temp table cases as
select
    s as state,
    id
from tests.endpoint() as e
cross join unnest(array['failed', 'dead_letter']) as s cross join lateral tests.todo_in(e, s) as id;
create temp table history as
select
    c.state,
    a.*
from cases as c cross join lateral tests.attempts(c.id) as a;
grant select on cases to public;

set session authorization tests_server;
select
    results_eq(
        format(
            $$select state, owner, attempt, lease_expires_at, next_retry_at, dead_letter, claimed_at, completed_at,
                attempts_total, attempts_pruned
        from switchboard.owner_retry(%L, %L)$$,
            :'h', id
        ),
        $$values (
        'pending', null::text, 0, null::timestamptz, null::timestamptz, false, null::timestamptz, null::timestamptz, 1::bigint, 0::bigint
    )$$,
        'owner_retry answers the pending todo, from ' || state
    )
from cases order by state;
reset session authorization;

select is(t.result, null, c.state || ': the result is gone')
from cases as c cross join lateral tests.row(c.id) as t order by c.state;
select
    results_eq(
        format($$select * from tests.attempts(%L)$$, c.id),
        format($$select todo_id, seq, attempt, claimer_kind, claimer_endpoint_id, claimer_session, owner, claimant, claimed_at,
        last_heartbeat_at, lease_expires_at, ended_at, outcome, disposition, summary, summary_truncated, artifact, lease_token_hash
        from history where state = %L order by seq$$, c.state),
        c.state || ': no attempt row was added or touched [19]'
    )
from cases as c order by c.state;
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
