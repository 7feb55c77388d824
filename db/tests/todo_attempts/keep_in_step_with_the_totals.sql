-- behaviour [121], 2.3: whatever the endings, pruned + kept = total, and the newest attempts up to the cap are those kept.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo(:'e', p_max_attempts => 100) as id \gset
select from switchboard.set_setting('attempt_history_max_per_todo', '6');
do $$
declare
    v_endpoint uuid := (select id from switchboard.endpoints);
    v_human uuid := (select id from switchboard.humans);
    v_id text := (select id from switchboard.todos);
begin
    for n in 1..4 loop
        perform from switchboard.claim(v_endpoint, v_id);
        perform from switchboard.release(v_endpoint, v_id);
        perform from switchboard.claim(v_endpoint, v_id, '1 microsecond');
        perform from switchboard.claim(v_endpoint, v_id, '1 microsecond');
        perform from switchboard.reap_expired();
        perform from switchboard.owner_claim(v_human, v_id);
        perform from switchboard.owner_fail(v_human, v_id);
        perform from switchboard.owner_retry(v_human, v_id);
    end loop;
end
$$;

select results_eq(
    format('select attempts_total, attempts_pruned from tests.row(%L)', :'id'),
    'values (16::bigint, 10::bigint)',
    '4 rounds of 4 claims'
);
select results_eq(
    format('select seq, outcome, disposition from tests.attempts(%L)', :'id'),
    $$values
        (11::bigint, 'reaped', 'requeued'), (12, 'failed', 'retry_scheduled'), (13, 'released', 'requeued'),
        (14, 'lease_expired', 'requeued'), (15, 'reaped', 'requeued'), (16, 'failed', 'retry_scheduled')$$,
    'the newest six'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
