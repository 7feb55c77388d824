-- board "outcomes over the last hours": an attempt that ended is counted once, in the UTC hour in which it did, in however many batches
-- the events of an hour come.
begin;
select plan(4);

select tests.endpoint('first', '{q,p}') as e \gset
select tests.endpoint('second') as e2 \gset
select set_config('timezone', 'Asia/Kolkata', true) as tz \gset

-- 16:50 there, so that 17:00 comes before the next hour in UTC.
select tests.freeze('2025-03-30 11:20:00+00') as now \gset
select tests.todo_in(:'e', s) from unnest(array['done', 'failed', 'dead_letter', 'canceled']) as s;
select tests.todo_in(:'e', s) from unnest(array['pending', 'claimed', 'rejected']) as s;
select tests.todo_in(:'e', 'done'), tests.todo_in(:'e2', 'done');
select switchboard.relay_events();
select tests.freeze('2025-03-30 11:40:00+00') as now \gset
select tests.todo_in(:'e', s) from unnest(array['done', 'failed']) as s;
select tests.todo(:'e', 'p') as id \gset
select switchboard.claim(:'e', :'id');
select switchboard.release(:'e', :'id');
-- One death by takeover, one by the reaper, one revocation.
select switchboard.claim(:'e', :'id', '1 microsecond');
select tests.freeze('2025-03-30 11:59:59.999999+00') as now \gset
select switchboard.claim(:'e', :'id', '1 microsecond');
select tests.freeze('2025-03-30 12:00:00.000001+00') as now \gset
select tests.todo_in(:'e2', 'input-required');
select switchboard.reap_expired();
select switchboard.revoke_endpoint(:'e2');
-- One event at a time.
select switchboard.relay_events(1) from generate_series(1, 100);

create temp table wanted as
select
    c.hour_at::timestamptz,
    e.id as endpoint_id,
    c.queue,
    c.completed::bigint,
    c.failed::bigint,
    c.died::bigint,
    c.released::bigint,
    c.called_off::bigint
from (
    values
    ('2025-03-30 11:00+00', 'first', 'p', 0, 0, 1, 1, 0),
    ('2025-03-30 11:00+00', 'first', 'q', 3, 3, 0, 0, 1),
    ('2025-03-30 11:00+00', 'second', 'q', 1, 0, 0, 0, 0),
    ('2025-03-30 12:00+00', 'first', 'p', 0, 0, 1, 0, 0),
    ('2025-03-30 12:00+00', 'first', 'q', 0, 0, 1, 0, 0),
    ('2025-03-30 12:00+00', 'second', 'q', 0, 0, 0, 0, 1)
) as c (hour_at, slug, queue, completed, failed, died, released, called_off)
inner join switchboard.endpoints as e on c.slug = e.slug;
select is_empty('select from switchboard.todo_events', 'all is relayed');
select bag_eq(
    $$select hour_at, endpoint_id, queue collate "default", completed, failed, died, released, called_off
    from switchboard.outcome_hours$$,
    'select * from wanted',
    'one row for each hour, endpoint and queue'
);
select
    is(
        sum(completed + failed + died + released + called_off),
        (select count(*)::numeric from switchboard.todo_attempts as a where a.ended_at is not null),
        'each attempt that ended, once'
    )
from switchboard.outcome_hours;
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
