-- the issue: relay lag and events waiting; exact before and after the relay.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.todo(:'e') as a \gset
select tests.todo(:'e') as b \gset
update switchboard.todo_events set occurred_at = now() - interval '1 minute' where todo_id = :'a';
select tests.freeze(now());
select results_eq(
    'select relay_lag_seconds, events_waiting from switchboard.service_metrics()', 'values (60::float8, 2::bigint)', 'two wait'
);
select switchboard.relay_events();
select results_eq(
    'select relay_lag_seconds, events_waiting from switchboard.service_metrics()', 'values (0::float8, 0::bigint)', 'none waits'
);
select ok(oldest_snapshot_seconds >= 0, 'the owner may see snapshots here') from switchboard.service_metrics();

select * from finish();
rollback;
