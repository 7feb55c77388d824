-- behaviour [68], cases S17: reaper against reaper and reaper against taker, one after the other: one death row each.
begin;
select plan(5);

select tests.endpoint() as e \gset
create temp table made as select tests.claimed(:'e', '1 microsecond') as id from generate_series(1, 20);

set session authorization tests_operator;
select is(count(*), 20::bigint, 'the first reaper takes them all') from switchboard.reap_expired();
select is(count(*), 0::bigint, 'the second none') from switchboard.reap_expired();
reset session authorization;
select count(*) as n from made cross join lateral switchboard.claim(:'e', made.id, '1 microsecond') \gset
select count(*) as n from made cross join lateral switchboard.claim(:'e', made.id) \gset
set session authorization tests_operator;
select is(count(*), 0::bigint, 'after a takeover the reaper finds nothing') from switchboard.reap_expired();
reset session authorization;

select results_eq(
    'select a.seq, a.outcome, a.disposition, count(*)
    from made cross join lateral tests.attempts(made.id) as a group by 1, 2, 3 order by 1',
    $$values
        (1::bigint, 'reaped', 'requeued', 20::bigint), (2, 'lease_expired', 'requeued', 20), (3, null, null, 20)$$,
    'one death a lease'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
