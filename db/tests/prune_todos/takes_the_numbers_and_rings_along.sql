-- behaviour 5, 7: each pruned todo is an event with the state it had; its queue's numbers go down, the totals stay, its rings are gone.
begin;
select plan(5);

select tests.endpoint() as e \gset
select tests.todo_in(:'e', s) from unnest(array['done', 'done', 'canceled', 'rejected', 'dead_letter', 'pending']) as s;
insert into switchboard.todo_rings (todo_id, rings, rang_at) select id, 1, now() from switchboard.todos;
select switchboard.relay_events();
select tests.travel('31 days');

set session authorization tests_operator;
select is(switchboard.prune_todos(), 5::bigint, 'five are finished');
reset session authorization;

select results_eq(
    'select event, from_state, seq, attempt, outcome, count(*) from switchboard.todo_events group by 1, 2, 3, 4, 5 order by 2',
    $$values
        ('pruned', 'canceled', null::bigint, 1, null, 1::bigint), ('pruned', 'dead_letter', null, 1, null, 1),
        ('pruned', 'done', null, 1, null, 2), ('pruned', 'rejected', null, 0, null, 1)$$,
    'an event for each'
);
select results_eq(
    $$select pending, claimed, done, failed, dead, completed_total, failed_total, closed_canceled_total
    from switchboard.queue_metrics()$$,
    'values (1::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 2::bigint, 1::bigint, 1::bigint)',
    'the numbers'
);
select is(count(*), 1::bigint, 'the one that waits keeps its rings') from switchboard.todo_rings;
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
