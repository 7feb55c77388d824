-- the issue: a cursor that was lost and made anew by hand begins below the generation of the hours' rows; what they count stays and grows.
begin;
select plan(5);

select tests.endpoint('first', '{q,p}') as e \gset
select tests.freeze('2025-03-30 11:20:00+00') as now \gset
select tests.todo_in(:'e', 'done');
select switchboard.relay_events();
select tests.todo_in(:'e', 'done');
select switchboard.relay_events();
select gen as reached from switchboard.outcome_hours \gset
delete from switchboard.relay_cursor;
insert into switchboard.relay_cursor (gen, bound) values (0, 0);
select cmp_ok(:reached, '>', 1, 'the rows are ahead');

select tests.todo_in(:'e', 'failed');
select switchboard.relay_events();
select results_eq(
    'select completed, failed, gen > ' || :reached || ' from switchboard.outcome_hours',
    'values (2::bigint, 1::bigint, true)',
    'the sum, in a newer row'
);
select results_eq(
    format(
        $$select (h -> 'completed')::text, (h -> 'failed')::text
        from switchboard.owner_queue_stats(%L) as s cross join jsonb_path_query(s.hours, '$[23]') as h where s.queue = 'q'$$,
        tests.human()
    ),
    $$values ('2', '1')$$,
    'and it is the one that is read'
);

-- Up to the batch whose generation is the row's own.
select set_eq(
    format(
        $$select case when tests.todo_in(%L, 'done') is not null then switchboard.relay_events() end
        from generate_series(1, %s + 2)$$,
        :'e', :reached
    ),
    'values (3::bigint)',
    'nothing stops at that'
);
select results_eq(
    'select completed, failed from switchboard.outcome_hours', format('values (%s::bigint, 1::bigint)', 2 + :reached + 2), 'one row'
);

select * from finish();
rollback;
