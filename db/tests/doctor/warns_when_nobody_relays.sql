-- the issue: events that wait for over a minute.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
select is_empty($$select from switchboard.doctor() where check_name = 'relay'$$, 'not at once');
select tests.travel('61 seconds');
select is(severity, 'warning', 'after a minute') from switchboard.doctor() where check_name = 'relay';

select * from finish();
rollback;
