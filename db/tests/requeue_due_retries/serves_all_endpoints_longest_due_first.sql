-- behaviour 2.7, contract 1.3: system-wide, up to the limit, and those due longest come first.
begin;
select plan(3);

select tests.endpoint('first') as e \gset
select tests.endpoint('other', p_human => 'bob') as e2 \gset
select tests.freeze('2025-01-01 00:02:00+00') as now \gset
select tests.todo_in(:'e', 'failed') as c \gset
select tests.freeze('2025-01-01 00:01:00+00') as now \gset
select tests.todo_in(:'e2', 'failed') as b \gset
select tests.freeze('2025-01-01 00:00:00+00') as now \gset
select tests.todo_in(:'e', 'failed') as a \gset
select tests.freeze('2025-01-01 00:10:00+00') as now \gset

set session authorization tests_operator;
select set_eq('select id from switchboard.requeue_due_retries(2)', format('values (%L), (%L)', :'a', :'b'), 'the first two');
select set_eq('select id from switchboard.requeue_due_retries(2)', format('values (%L)', :'c'), 'the rest');
reset session authorization;

select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
