-- issue 4: how attempts ended, by the hour, one row for each key however many batches added to it, gone after a day.
begin;
select plan(6);

select tests.endpoint() as e \gset
select tests.endpoint('other', p_human => 'bob') as f \gset
select tests.todo_in(:'e', s) from unnest(array['done', 'done', 'failed', 'canceled', 'pending']) as s;
select tests.todo_in(:'f', 'done') \gset
select switchboard.relay_events(1) from generate_series(1, 30);
select results_eq(
    'select endpoint_id, completed, failed, died, released, called_off from switchboard.outcome_hours order by completed desc',
    format('values (%L::uuid, 2::bigint, 1::bigint, 0::bigint, 0::bigint, 1::bigint), (%L, 1, 0, 0, 0, 0)', :'e', :'f'),
    'summed over batches of one event'
);
select is(hour_at, date_trunc('hour', now(), 'UTC'), 'under the hour in which they ended')
from switchboard.outcome_hours where endpoint_id = :'f';

-- By hand the cursor may begin anew, below the row's own gen.
delete from switchboard.relay_cursor;
insert into switchboard.relay_cursor (gen, bound) values (0, 0);
select tests.todo_in(:'f', 'done') \gset
select switchboard.relay_events() \gset
select is(completed, 2::bigint, 'a new cursor loses nothing') from switchboard.outcome_hours where endpoint_id = :'f';
select is((select count(*) from switchboard.outcome_hours), 2::bigint, 'and leaves no row behind');

select tests.travel('24 hours');
select switchboard.prune_todos() \gset
select is((select count(*) from switchboard.outcome_hours), 2::bigint, 'a day old');
select tests.travel('27 hours');
select switchboard.prune_todos() \gset
select is_empty('select from switchboard.outcome_hours', 'older');

select * from finish();
rollback;
