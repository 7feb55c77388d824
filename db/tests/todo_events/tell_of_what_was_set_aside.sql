-- design 5, behaviour [10] [14]: an interruption closes nothing; cancelling what was interrupted closes its attempt.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.todo_in(:'e', 'input-required') as asked \gset
select tests.todo_in(:'e', 'auth-required') as blocked \gset

set session authorization tests_agent;
select state from switchboard.cancel(:'e', :'asked') \gset
reset session authorization;
select switchboard.owner_cancel(h.id, :'blocked') from switchboard.humans as h;

select results_eq(
    $$select event, from_state, seq, attempt, outcome from switchboard.todo_events where event in ('interrupted', 'canceled')
    order by id$$,
    $$values
        ('interrupted', 'claimed', 1::bigint, 1, null),
        ('interrupted', 'claimed', 1, 1, null),
        ('canceled', 'input-required', 1, 1, 'canceled'),
        ('canceled', 'auth-required', 1, 1, 'canceled')$$,
    'both'
);
select results_eq(
    'select claimed, closed_canceled_total from switchboard.queue_metrics()', 'values (0::bigint, 2::bigint)', 'and none is claimed'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
