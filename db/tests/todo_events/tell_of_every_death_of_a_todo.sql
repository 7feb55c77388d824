-- behaviour 8, [129]: what a human reported is in the context, too; after a manual retry a todo may die again.
begin;
select plan(4);

select tests.endpoint() as e \gset
select id as human from switchboard.humans \gset
select tests.todo(:'e', p_max_attempts => 1) as id \gset
select switchboard.owner_claim(:'human', :'id');

select switchboard.owner_fail(:'human', :'id', p_summary => 'no key', p_artifact => 'mcp://cairn/a');
select switchboard.owner_retry(:'human', :'id');
select switchboard.claim(:'e', :'id', '1 microsecond');
select switchboard.reap_expired();

select results_eq(
    $$select from_state, seq, attempt, outcome from switchboard.todo_events where event = 'dead_lettered' order by id$$,
    $$values ('claimed', 1::bigint, 1, 'failed'), ('claimed', 2, 1, 'reaped')$$,
    'twice'
);
select results_eq(
    $$select context from switchboard.todo_events where event = 'dead_lettered' order by id$$,
    $$values
        ('{"seq": 1, "outcome": "failed", "died": false, "summary": "no key", "artifact": "mcp://cairn/a", "attempts_total": 1}'
        ::jsonb),
        ('{"seq": 2, "outcome": "reaped", "died": true, "summary": null, "artifact": null, "attempts_total": 2}')$$,
    'each with its own attempt'
);
select results_eq(
    'select failed, dead from switchboard.queue_metrics()', 'values (1::bigint, 1::bigint)', 'and it counts once'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
