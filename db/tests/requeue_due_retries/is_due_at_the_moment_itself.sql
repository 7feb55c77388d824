-- behaviour 2.7: a retry is due at its time, not a microsecond before.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.freeze('2025-01-01 00:00:00+00') as failed_at \gset
select tests.todo_in(:'e', 'failed') as id \gset

select tests.freeze('2025-01-01 00:00:29.999999+00') as now \gset
set session authorization tests_operator;
select is_empty('select from switchboard.requeue_due_retries()', 'a microsecond before');
reset session authorization;

select tests.freeze('2025-01-01 00:00:30+00') as now \gset
set session authorization tests_operator;
select isnt_empty('select from switchboard.requeue_due_retries()', 'at its time');
select is_empty('select from switchboard.requeue_due_retries()', 'once');
reset session authorization;

select * from finish();
rollback;
