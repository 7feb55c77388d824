-- design 5, behaviour [122]: a takeover is one event that closes the attempt before; reaped, requeued and retried are told apart.
begin;
select plan(5);

select tests.endpoint() as e \gset
select tests.todo_in(:'e', 'lapsed') as taken \gset
select switchboard.claim(:'e', :'taken');
select tests.todo_in(:'e', 'lapsed') as reaped \gset
select switchboard.reap_expired();
select tests.todo_in(:'e', 'failed') as parked \gset
select tests.todo_in(:'e', 'failed') as due \gset
select tests.todo_in(:'e', 'dead_letter') as dead \gset
select switchboard.owner_retry(h.id, :'dead') from switchboard.humans as h;
select switchboard.owner_retry(h.id, :'parked') from switchboard.humans as h;
update switchboard.todos set next_retry_at = now() - interval '1 second' where id = :'due';
select switchboard.requeue_due_retries();

select results_eq(
    format(
        $$select event, from_state, seq, attempt, outcome from switchboard.todo_events where todo_id = %L order by id$$, :'taken'
    ),
    $$values
        ('created', null, null::bigint, 0, null),
        ('claimed', 'pending', 1, 1, null),
        ('taken_over', 'claimed', 2, 2, 'lease_expired')$$,
    'taken over'
);
select results_eq(
    format(
        $$select event, from_state, seq, attempt, outcome from switchboard.todo_events where todo_id = %L order by id$$, :'reaped'
    ),
    $$values
        ('created', null, null::bigint, 0, null),
        ('claimed', 'pending', 1, 1, null),
        ('reaped', 'claimed', 1, 1, 'reaped')$$,
    'reaped'
);
select results_eq(
    format(
        $$select event, from_state, seq, attempt, outcome from switchboard.todo_events where todo_id = %L order by id$$, :'due'
    ),
    $$values
        ('created', null, null::bigint, 0, null),
        ('claimed', 'pending', 1, 1, null),
        ('failed', 'claimed', 1, 1, 'failed'),
        ('requeued', 'failed', null, 1, null)$$,
    'requeued'
);
select results_eq(
    $$select todo_id, from_state, attempt, outcome from switchboard.todo_events where event = 'retried' order by id$$,
    format($$values (%L::text collate "C", 'dead_letter', 0, null), (%L, 'failed', 0, null)$$, :'dead', :'parked'),
    'retried from dead and from parked'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
