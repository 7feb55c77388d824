-- behaviour 5, [126]: a queue that no endpoint is granted any more keeps its label, its counters and its waiting todos.
begin;
select plan(3);

select tests.endpoint('first', array['q', 'lost']) as e \gset
select tests.todo(:'e', 'lost'), tests.todo(:'e', 'lost');
select switchboard.complete(:'e', id) from switchboard.claim_next(:'e', '{lost}');

select switchboard.set_scope(:'e', array['q'], array['claim_next']);
select results_eq(
    $$select pending, done, claimed_total, created_total from switchboard.queue_metrics() where queue = 'lost'$$,
    $$values (1::bigint, 1::bigint, 1::bigint, '{"__other__": 2}'::jsonb)$$, 'before the relay'
);
select switchboard.relay_events();
select results_eq(
    $$select pending, done, claimed_total, created_total from switchboard.queue_metrics() where queue = 'lost'$$,
    $$values (1::bigint, 1::bigint, 1::bigint, '{"__other__": 2}'::jsonb)$$, 'after it'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
