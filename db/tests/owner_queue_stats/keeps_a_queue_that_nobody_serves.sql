-- the issue "what waits": todos stay and wait on a queue that their endpoint has lost, and under one that expired and was not yet swept;
-- nobody sees to them unless the Board shows them.
begin;
select plan(3);

select tests.human() as h \gset
select tests.endpoint('first', '{q,lost,also-lost}') as e \gset
select tests.endpoint('second', '{expired}') as e2 \gset
select tests.freeze('2025-03-30 11:20:00+00') as now \gset
select tests.todo(:'e', q) from unnest(array['lost', 'lost', 'also-lost', 'q']) as q;
select tests.todo(:'e2', 'expired');
select switchboard.set_scope(:'e', '{q}', '{claim}');
update switchboard.endpoints set expires_at = :'now' where id = :'e2';

set session authorization tests_server;
select results_eq(
    format('select queue collate "default", waiting from switchboard.owner_queue_stats(%L)', :'h'),
    $$values ('also-lost', 1::bigint), ('expired', 1), ('lost', 2), ('q', 1)$$,
    'each is counted'
);
select is(sum(waiting), 5::numeric, 'all that the lists count') from switchboard.owner_queue_stats(:'h');
select is((c).pending, 5::bigint, 'which is so many') from switchboard.owner_count_todos(:'h') as c;
reset session authorization;

select * from finish();
rollback;
