-- cases S9, behaviour [75]: a worker that dies at every attempt gets exactly max_attempts of them, then the todo is a dead letter.
begin;
select plan(9);

select tests.endpoint() as e \gset
select tests.todo(:'e', p_max_attempts => 3) as id \gset

select is((select count(*) from switchboard.claim_next(:'e', p_lease_ttl => '1 microsecond')), 1::bigint, 'first claim');
select is((select state from switchboard.reap_expired()), 'pending', 'first death');
select is((select count(*) from switchboard.claim_next(:'e', p_lease_ttl => '1 microsecond')), 1::bigint, 'second claim');
select is((select state from switchboard.reap_expired()), 'pending', 'second death');
select is((select count(*) from switchboard.claim_next(:'e', p_lease_ttl => '1 microsecond')), 1::bigint, 'third claim');
select is((select state from switchboard.reap_expired()), 'failed', 'third death');
select is((select count(*) from switchboard.claim_next(:'e', p_lease_ttl => '1 microsecond')), 0::bigint, 'no fourth claim');

select results_eq(
    format('select seq, outcome, disposition from tests.attempts(%L)', :'id'),
    $$values (1::bigint, 'reaped', 'requeued'), (2, 'reaped', 'requeued'), (3, 'reaped', 'dead_lettered')$$,
    'three attempts, the last dead_lettered'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
