-- design 5: whatever happens, the event has the todo, its endpoint and queue, and the time that the transition wrote.
begin;
select plan(3);

select tests.endpoint('first', array['q', 'p']) as e \gset
select tests.freeze('2025-01-01 00:00:00+00') as now \gset
select tests.todo(:'e', 'p') as id \gset
create temp table moments (event text, moment timestamptz);

insert into moments select 'created', updated_at from tests.row(:'id');
select tests.freeze('2025-01-01 00:01:00+00') as now \gset
insert into moments select 'claimed', claimed_at from switchboard.claim(:'e', :'id', '30 seconds');
select tests.freeze('2025-01-01 00:02:00+00') as now \gset
insert into moments select 'taken_over', claimed_at from switchboard.claim_next(:'e', '{p}', '30 seconds');
select tests.freeze('2025-01-01 00:03:00+00') as now \gset
insert into moments select 'reaped', updated_at from switchboard.reap_expired();
select tests.freeze('2025-01-01 00:04:00+00') as now \gset
insert into moments select 'claimed', claimed_at from switchboard.claim(:'e', :'id');
select tests.freeze('2025-01-01 00:05:00+00') as now \gset
insert into moments select 'failed', updated_at from switchboard.fail(:'e', :'id');
select tests.freeze('2025-01-01 00:15:00+00') as now \gset
insert into moments select 'requeued', updated_at from switchboard.requeue_due_retries();
select tests.freeze('2025-01-01 00:16:00+00') as now \gset
insert into moments select 'rejected', updated_at from switchboard.reject(:'e', :'id');

select results_eq(
    'select event, occurred_at from switchboard.todo_events order by id', 'select event, moment from moments order by moment',
    'the times'
);
select results_eq(
    'select distinct todo_id, endpoint_id, queue from switchboard.todo_events',
    format('values (%L collate "C", %L::uuid, %L collate "C")', :'id', :'e', 'p'),
    'the todo'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
