-- design 3: cursor and numbers are written anew with each batch and never updated; the old rows go.
begin;
select plan(4);

select tests.endpoint('first', array['q', 'p']) as e \gset
select tests.todo(:'e', 'q'), tests.todo(:'e', 'p') from generate_series(1, 3);
select gen as reached from switchboard.relay_cursor \gset

set session authorization tests_operator;
select switchboard.relay_events(1) from generate_series(1, 4);
reset session authorization;

select results_eq(
    'select gen from switchboard.relay_cursor', format('values (%s + 4::bigint)', :reached), 'one cursor, four batches on'
);
select is(count(*), 2::bigint, 'one row for each label') from switchboard.queue_tallies;
select is(count(*), 2::bigint, 'two events wait') from switchboard.todo_events;
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
