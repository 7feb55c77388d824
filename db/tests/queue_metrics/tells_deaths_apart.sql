-- behaviour 5, [122]: a takeover is an expired lease and a claim; a reaping is an expired lease; closed attempts add up to the claims.
begin;
select plan(5);

select tests.endpoint() as e \gset
select tests.todo_in(:'e', 'lapsed') as taken \gset
select tests.todo_in(:'e', 'lapsed') as reaped \gset
create temp table numbers on commit drop as select 'before' as moment, q.* from switchboard.queue_metrics() as q;

select switchboard.claim(:'e', :'taken');
insert into numbers select 'taken', q.* from switchboard.queue_metrics() as q;
select switchboard.reap_expired();
insert into numbers select 'reaped', q.* from switchboard.queue_metrics() as q;

select results_eq(
    $$select leases_expired_total, claimed_total, closed_lease_expired_total, closed_reaped_total, attempts_2_total, claimed
    from numbers where moment = 'taken'$$,
    $$select leases_expired_total + 1, claimed_total + 1, closed_lease_expired_total + 1, closed_reaped_total, attempts_2_total + 1,
        claimed from numbers where moment = 'before'$$,
    'the takeover'
);
select results_eq(
    $$select leases_expired_total, claimed_total, closed_lease_expired_total, closed_reaped_total, claimed, pending
    from numbers where moment = 'reaped'$$,
    $$select leases_expired_total + 1, claimed_total, closed_lease_expired_total, closed_reaped_total + 1, claimed - 1, pending + 1
    from numbers where moment = 'taken'$$,
    'the reaping'
);
select is_empty(
    'select from numbers where leases_expired_total <> closed_lease_expired_total + closed_reaped_total', 'the identity'
);
select is(
    closed_completed_total + closed_failed_total + closed_released_total + closed_lease_expired_total + closed_reaped_total
    + closed_canceled_total + closed_revoked_total + claimed, claimed_total, 'each claim is open or closed'
) from numbers where moment = 'reaped';
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
