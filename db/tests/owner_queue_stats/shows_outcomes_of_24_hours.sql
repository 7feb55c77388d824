-- board "a 24-hour strip": 24 objects, oldest first, the running hour last, in UTC wherever the session is; sums over endpoints.
begin;
select plan(6);

select tests.human() as h \gset
select tests.endpoint('first', '{q,p}') as e \gset
select tests.endpoint('second') as e2 \gset
select tests.endpoint('other', p_human => 'bob') as foreign_e \gset
select set_config('timezone', 'Asia/Kolkata', true) as tz \gset

-- An hour before the strip, then in its first and its last hour.
select tests.freeze('2025-03-29 11:59:59+00') as now \gset
select tests.todo_in(:'e', 'done');
select tests.freeze('2025-03-29 12:00:00+00') as now \gset
select tests.todo_in(:'e', 'failed'), tests.todo_in(:'e2', 'done'), tests.todo_in(:'foreign_e', 'done');
select switchboard.relay_events();
select tests.freeze('2025-03-30 11:20:00+00') as now \gset
select tests.todo_in(:'e', 'failed'), tests.todo_in(:'e2', 'canceled'), tests.todo_in(:'foreign_e', 'done');
select switchboard.relay_events();
select tests.todo_in(:'e', 'failed') as id \gset
select switchboard.relay_events();

create temp table hours as
select
    s.queue,
    h.place,
    h.hour
from switchboard.owner_queue_stats(:'h') as s cross join jsonb_array_elements(s.hours) with ordinality as h (hour, place);
select results_eq(
    'select queue collate "default", count(*) from hours group by queue order by queue',
    $$values ('p', 24::bigint), ('q', 24)$$,
    '24 for each queue'
);
select results_eq(
    $$select hour ->> 'hour' from hours where queue = 'q' order by place$$,
    $$select to_char(timestamp '2025-03-29 12:00' + make_interval(hours => n), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    from generate_series(0, 23) as n$$,
    'hour by hour'
);
select
    is(
        hour - 'hour',
        '{"completed": 1, "failed": 1, "died": 0, "released": 0, "called_off": 0}'::jsonb,
        'the first, of both endpoints'
    )
from hours where queue = 'q' and place = 1;
select
    is(
        hour - 'hour',
        '{"completed": 0, "failed": 2, "died": 0, "released": 0, "called_off": 1}'::jsonb,
        'the last, of both batches'
    )
from hours where queue = 'q' and place = 24;
select is(count(*), 22::bigint, 'the others')
from hours
where queue = 'q' and hour - 'hour' = '{"completed": 0, "failed": 0, "died": 0, "released": 0, "called_off": 0}';
select is(count(*), 24::bigint, 'the other queue')
from hours
where queue = 'p' and hour - 'hour' = '{"completed": 0, "failed": 0, "died": 0, "released": 0, "called_off": 0}';

select * from finish();
rollback;
