-- behaviour 5, [126]: of queues without a label of their own the oldest counts, and lapsed leases are added up; no queue shows twice.
begin;
select plan(3);

select tests.endpoint('first', (select array_agg('m' || lpad(n::text, 3, '0')) from generate_series(1, 53) as n)) as e \gset
select tests.todo(:'e', 'm051') as older \gset
select tests.todo(:'e', 'm052') as younger \gset
select tests.todo(:'e', 'm053') as a \gset
select tests.todo(:'e', 'm052') as b \gset
select switchboard.claim(:'e', id, '1 microsecond') from unnest(array[:'a', :'b']) as id;
select tests.freeze('2030-01-01 00:00:00+00') as now \gset
update switchboard.todos set created_at = :'now'::timestamptz - interval '1 hour';
update switchboard.todos set created_at = :'now'::timestamptz - interval '2 hours' where id = :'older';
update switchboard.todos set created_at = :'now'::timestamptz - interval '3 hours' where id = :'a';

select results_eq(
    $$select pending, claimed, leases_lapsed, oldest_pending_seconds, oldest_claimable_seconds
    from switchboard.queue_metrics() where queue = '__other__'$$,
    'values (2::bigint, 2::bigint, 2::bigint, 7200::float8, 10800::float8)', 'folded'
);
select is(count(*), 51::bigint, '50 queues and the others') from switchboard.queue_metrics();
update switchboard.todos set created_at = :'now'::timestamptz + interval '1 hour' where id in (:'older', :'younger');
select is(oldest_pending_seconds, 0::float8, 'no age is below 0, though a clock stepped back')
from switchboard.queue_metrics() where queue = '__other__';

select * from finish();
rollback;
