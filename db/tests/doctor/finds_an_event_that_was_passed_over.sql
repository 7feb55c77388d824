-- the issue: an event below the relay's bound is lost, and doctor says so.
begin;
select plan(1);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
update switchboard.relay_cursor set bound = (select max(id) from switchboard.todo_events);

select results_eq(
    $$select distinct check_name from switchboard.doctor() where severity = 'violation' order by 1$$,
    $$values ('lost_event'), ('queue_numbers')$$, 'found'
);

select * from finish();
rollback;
