-- design 5: batches go by id; the bound never passes an event that is left.
begin;
select plan(3);

select tests.endpoint() as e \gset
select count(tests.todo(:'e')) from generate_series(1, 5) \gset
select min(id) as lowest from switchboard.todo_events \gset
update switchboard.relay_cursor set noted_id = :lowest + 4, noted_xid = '3'; -- settled long ago

select switchboard.relay_events(2);

select results_eq(
    'select id from switchboard.todo_events order by id',
    format('select generate_series(%s + 2, %1$s + 4)::bigint', :lowest),
    'the last three'
);
select is(bound, :lowest + 1::bigint, 'the bound is what was taken last') from switchboard.relay_cursor;
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
