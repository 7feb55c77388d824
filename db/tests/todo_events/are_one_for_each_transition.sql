-- design 5: each transition writes its one event, with where it came from, the attempt and how that ended.
begin;
select plan(8);

select tests.endpoint() as e \gset
select tests.todo_in(:'e', 'done') as done \gset
select tests.todo_in(:'e', 'failed') as failed \gset
select tests.claimed(:'e') as released \gset
select switchboard.release(:'e', :'released');
select tests.todo_in(:'e', 'input-required') as resumed \gset
select switchboard.resume(:'e', :'resumed');
select tests.todo_in(:'e', 'rejected') as rejected \gset
select tests.todo_in(:'e', 'canceled') as canceled \gset
select tests.todo(:'e') as waiting \gset
select switchboard.cancel(:'e', :'waiting');

select results_eq(
    format(
        $$select event, from_state, seq, attempt, outcome from switchboard.todo_events where todo_id = %L order by id$$, :'done'
    ),
    $$values
        ('created', null, null::bigint, 0, null),
        ('claimed', 'pending', 1, 1, null),
        ('completed', 'claimed', 1, 1, 'completed')$$,
    'created, claimed, completed'
);
select results_eq(
    format(
        $$select event, from_state, seq, attempt, outcome from switchboard.todo_events where todo_id = %L order by id$$, :'failed'
    ),
    $$values
        ('created', null, null::bigint, 0, null),
        ('claimed', 'pending', 1, 1, null),
        ('failed', 'claimed', 1, 1, 'failed')$$,
    'failed below the cap'
);
select results_eq(
    format(
        $$select event, from_state, seq, attempt, outcome from switchboard.todo_events where todo_id = %L order by id$$, :'released'
    ),
    $$values
        ('created', null, null::bigint, 0, null),
        ('claimed', 'pending', 1, 1, null),
        ('released', 'claimed', 1, 1, 'released')$$,
    'released'
);
select results_eq(
    format(
        $$select event, from_state, seq, attempt, outcome from switchboard.todo_events where todo_id = %L order by id$$, :'resumed'
    ),
    $$values
        ('created', null, null::bigint, 0, null),
        ('claimed', 'pending', 1, 1, null),
        ('interrupted', 'claimed', 1, 1, null),
        ('resumed', 'input-required', 1, 1, null)$$,
    'interrupted and resumed'
);
select results_eq(
    format(
        $$select event, from_state, seq, attempt, outcome from switchboard.todo_events where todo_id = %L order by id$$, :'rejected'
    ),
    $$values
        ('created', null, null::bigint, 0, null),
        ('rejected', 'pending', null, 0, null)$$,
    'rejected'
);
select results_eq(
    format(
        $$select event, from_state, seq, attempt, outcome from switchboard.todo_events where todo_id = %L order by id$$, :'canceled'
    ),
    $$values
        ('created', null, null::bigint, 0, null),
        ('claimed', 'pending', 1, 1, null),
        ('canceled', 'claimed', 1, 1, 'canceled')$$,
    'canceled under a lease'
);
select results_eq(
    format(
        $$select event, from_state, seq, attempt, outcome from switchboard.todo_events where todo_id = %L order by id$$, :'waiting'
    ),
    $$values
        ('created', null, null::bigint, 0, null),
        ('canceled', 'pending', null, 0, null)$$,
    'canceled while pending: no attempt was closed'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
