-- the issue: a cursor that was lost and made anew, as doctor says, begins below the numbers' own count of batches; nothing stops at that.
begin;
select plan(4);

select tests.endpoint('first', array['q', 'p']) as e \gset
select tests.todo(:'e', 'q');
select switchboard.relay_events();
select tests.todo(:'e', 'q');
select switchboard.relay_events();
select tests.todo(:'e', 'q');
select switchboard.relay_events();
select gen as reached from switchboard.queue_tallies \gset
delete from switchboard.relay_cursor;
insert into switchboard.relay_cursor (gen, bound) values (0, 0);

select set_eq(
    format(
        $$select case when tests.todo(%L, 'p') is not null then switchboard.relay_events() end from generate_series(2, %s)$$,
        :'e', :reached
    ),
    $$values (1::bigint)$$, 'up to the batch before'
);
select tests.todo(:'e', 'q');
select is(switchboard.relay_events(), 1::bigint, 'and the next one');
select results_eq(
    $$select label collate "default", count(*) from switchboard.queue_tallies group by label order by label$$,
    $$values ('p', 1::bigint), ('q', 1)$$, 'one row for each label'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
