-- behaviour 5, [122] [125]: every outcome once, deaths in leases_expired, claims by attempt, revocations apart.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.todo_in(:'e', s) from unnest(array['done', 'failed', 'dead_letter', 'canceled', 'claimed', 'claimed']) as s;
select tests.todo_in(:'e', 'lapsed') as taken \gset
select switchboard.claim(:'e', :'taken', '1 microsecond');
select switchboard.claim(:'e', :'taken');
select switchboard.release(:'e', :'taken');
select tests.todo_in(:'e', 'lapsed') as reaped \gset
select switchboard.reap_expired();
select switchboard.revoke_endpoint(:'e');

create temp table wanted on commit drop as
select
    10 as claimed_total, 1 as completed_total, 2 as failed_total, 3 as leases_expired_total,
    8 as attempts_1_total, 1 as attempts_2_total, 1 as attempts_3_total,
    1 as closed_completed_total, 2 as closed_failed_total, 1 as closed_released_total, 2 as closed_lease_expired_total,
    1 as closed_reaped_total, 1 as closed_canceled_total, 2 as closed_revoked_total,
    0 as pending, 0 as claimed, 1 as done, 6 as failed, 6 as dead;
select is((select to_jsonb(q) from switchboard.queue_metrics() as q) @> to_jsonb(w), true, 'before the relay') from wanted as w;
select switchboard.relay_events();
select is((select to_jsonb(q) from switchboard.queue_metrics() as q) @> to_jsonb(w), true, 'after the relay') from wanted as w;
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
