-- contract 1.3: sweep reaps, requeues, prunes, expires and relays, and answers the counts. The bound of the relay cannot move
-- within the transaction that wrote the events.
begin;
select plan(8);

select tests.endpoint() as e \gset
select tests.endpoint('short') as short \gset
update switchboard.endpoints set expires_at = now() + interval '1 hour' where id = :'short';
select tests.todo(:'short') as orphan \gset
select tests.todo_in(:'e', 'lapsed') as lapsed \gset
select tests.todo_in(:'e', 'failed') as parked \gset
select tests.todo_in(:'e', 'done') as done \gset
update switchboard.todos set updated_at = now() - interval '31 days' where id = :'done';
select tests.travel('2 hours');

set session authorization tests_operator;
select results_eq(
    'select reaped, requeued, pruned, expired, relayed, hints from switchboard.sweep()',
    'values (1::bigint, 1::bigint, 1::bigint, 1::bigint, 13::bigint, 0::bigint)',
    'the first counts'
);
select results_eq(
    'select reaped, requeued, pruned, expired, relayed, hints from switchboard.sweep()',
    'values (0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint)',
    'the second has nothing to do'
);
reset session authorization;

select is((tests.row(:'lapsed')).state, 'pending', 'reaped');
select is((tests.row(:'parked')).state, 'pending', 'requeued');
select is_empty(format('select tests.row(%L)', :'done'), 'pruned');
select is((tests.row(:'orphan')).state, 'failed', 'dead with its endpoint');
select is_empty('select from switchboard.todo_events', 'no event waits');
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
