-- contract 1.3: create_todos, claim_batch and prune_todos write one event per todo.
begin;
select plan(4);

select tests.endpoint() as e \gset
set session authorization tests_producer;
select count(*) from switchboard.create_todos(
    :'e', '[{"queue": "q", "title": "a", "source": "ci"}, {"queue": "q", "title": "b"}, {"queue": "q", "title": "c"}]'
) \gset
set session authorization tests_agent;
select count(*) from switchboard.claim_batch(:'e', 2) \gset
reset session authorization;
select switchboard.complete(:'e', id) from switchboard.todos where state = 'claimed';
update switchboard.todos set updated_at = now() - interval '31 days';
select switchboard.prune_todos();

select results_eq(
    'select event, count(*), count(distinct todo_id) from switchboard.todo_events group by event order by event',
    $$values
        ('claimed', 2::bigint, 2::bigint), ('completed', 2, 2), ('created', 3, 3), ('pruned', 2, 2)$$,
    'each its own'
);
select results_eq(
    $$select source from switchboard.todo_events where event = 'created' order by id$$,
    $$values ('ci'), (null), (null)$$,
    'created has the source'
);
select results_eq(
    $$select distinct from_state, seq, outcome from switchboard.todo_events where event = 'pruned'$$,
    $$values ('done', null::bigint, null)$$,
    'pruned has the state'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
