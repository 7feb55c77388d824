-- board "over the last hours": of outcomes by the hour nothing is kept that the Board no longer shows, and everything that it does.
begin;
select plan(3);

select tests.human() as h \gset
select tests.endpoint() as e \gset
select tests.freeze('2025-03-30 11:20:00+00') as now \gset
insert into switchboard.outcome_hours (hour_at, endpoint_id, queue, gen, completed, failed, died, released, called_off)
select
    '2025-03-30 11:00+00'::timestamptz - make_interval(hours => n),
    e,
    'q',
    1,
    n,
    0,
    0,
    0,
    0
from generate_series(0, 48) as n
-- A lost endpoint's, too: no foreign key takes them along.
cross join unnest(array[:'e', gen_random_uuid()]::uuid[]) as e;
create temp table shown as select s.hours from switchboard.owner_queue_stats(:'h') as s;

set session authorization tests_operator;
select is(switchboard.prune_todos(), 0::bigint, 'no todo goes');
reset session authorization;
select results_eq(
    'select hour_at, count(*) from switchboard.outcome_hours group by hour_at order by hour_at',
    $$select h, 2::bigint from generate_series('2025-03-29 11:00+00'::timestamptz, '2025-03-30 11:00+00', '1 hour') as h$$,
    'a day is left'
);
select results_eq(
    format('select hours from switchboard.owner_queue_stats(%L)', :'h'), 'select hours from shown', 'the Board misses nothing'
);

select * from finish();
rollback;
