-- design 5: what the relay takes is counted once; the numbers are the same before, in the middle and after.
begin;
select plan(6);

select tests.endpoint() as e \gset
select tests.todo_in(:'e', s) from unnest(array['pending', 'claimed', 'lapsed', 'done', 'failed', 'dead_letter', 'canceled']) as s;
create temp table unmoved on commit drop as
select to_jsonb(q) - '{oldest_pending_seconds,oldest_claimable_seconds}'::text[] as numbers from switchboard.queue_metrics() as q;

set session authorization tests_operator;
select is(switchboard.relay_events(7), 7::bigint, 'a full batch');
reset session authorization;
select results_eq(
    $$select to_jsonb(q) - '{oldest_pending_seconds,oldest_claimable_seconds}'::text[] from switchboard.queue_metrics() as q$$,
    'select numbers from unmoved', 'the numbers stay in the middle'
);
select is(switchboard.relay_events(), 10::bigint, 'the rest');
select results_eq(
    $$select to_jsonb(q) - '{oldest_pending_seconds,oldest_claimable_seconds}'::text[] from switchboard.queue_metrics() as q$$,
    'select numbers from unmoved', 'and at the end'
);
select is_empty('select from switchboard.todo_events', 'no event is left');
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
