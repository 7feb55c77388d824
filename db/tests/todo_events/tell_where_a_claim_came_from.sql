-- design 5: a claim of a due retry comes from failed; after a manual retry the attempts begin anew and seq goes on.
begin;
select plan(2);

select tests.endpoint() as e \gset
select id as human from switchboard.humans \gset
select tests.todo_in(:'e', 'failed') as id \gset
select tests.travel('1 minute');

set session authorization tests_agent;
select attempt_seq from switchboard.claim_next(:'e') \gset
reset session authorization;
select switchboard.fail(:'e', :'id');
select switchboard.owner_retry(:'human', :'id');
select switchboard.owner_claim(:'human', :'id');

select results_eq(
    $$select event, from_state, seq, attempt, outcome from switchboard.todo_events order by id$$,
    $$values
        ('created', null, null::bigint, 0, null),
        ('claimed', 'pending', 1, 1, null),
        ('failed', 'claimed', 1, 1, 'failed'),
        ('claimed', 'failed', 2, 2, null),
        ('failed', 'claimed', 2, 2, 'failed'),
        ('retried', 'failed', null, 0, null),
        ('claimed', 'pending', 3, 1, null)$$,
    'each step'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
