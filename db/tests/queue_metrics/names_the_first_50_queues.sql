-- behaviour 5, [126] [128]: queues are admitted when they are granted, 50 for ever; the others are one, and so is one of that name.
begin;
select plan(6);

select tests.endpoint('first', array['a', '__other__', 'b']) as e \gset
select tests.todo(:'e', '__other__') as x \gset
select is(array_agg(queue order by queue), array['__other__', 'a', 'b'], 'no second __other__') from switchboard.queue_metrics();
select is(count(*), 2::bigint, 'and it takes no place') from switchboard.queue_labels;

select tests.endpoint('many', (select array_agg('m' || lpad(n::text, 3, '0')) from generate_series(1, 60) as n)) as many \gset
select is(count(*), 50::bigint, '50 in all') from switchboard.queue_labels;
select tests.todo(:'many', 'm048'), tests.todo(:'many', 'm049'), tests.todo(:'many', 'm060');
select results_eq(
    $$select queue, pending from switchboard.queue_metrics() where pending > 0 order by queue$$,
    $$values ('__other__', 3::bigint), ('m048', 1)$$,
    'the 51st and later are counted together, with the one of that name'
);
select switchboard.set_scope(:'e', array['late'], array['claim_next']);
select is_empty($$select from switchboard.queue_labels where queue = 'late'$$, 'a place never comes free');
select results_eq(
    $$select pending, claimed, done, failed, claimed_total, oldest_pending_seconds
    from switchboard.queue_metrics() where queue = 'b'$$,
    $$values (0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::double precision)$$,
    'a queue that nobody used has zeros'
);

select * from finish();
rollback;
