-- behaviour 5 and the issue: the oldest pending todo, and the oldest that a claim could take: assigned, lapsed and due ones, too.
begin;
select plan(6);

select tests.endpoint('first', array['p', 'a', 'l', 'd', 'x', 'n']) as e \gset
select tests.todo(:'e', 'p') as p1 \gset
select tests.todo(:'e', 'p') as p2 \gset
select tests.todo(:'e', 'a', p_assignee => 'agent:somebody') as a \gset
select tests.todo(:'e', 'l') as l \gset
select tests.todo(:'e', 'd') as d \gset
select tests.todo(:'e', 'x', 1) as x \gset
select switchboard.claim(:'e', id, '1 microsecond') from unnest(array[:'l', :'x']) as id;
select switchboard.claim(:'e', :'d');
select switchboard.fail(:'e', :'d');
update switchboard.todos set next_retry_at = now() - interval '1 second' where id = :'d';
update switchboard.todos set created_at = now() - interval '59 minutes' where id <> :'p2';
select tests.freeze(now() + interval '1 minute');

create temp table ages on commit drop as
select queue, oldest_pending_seconds as pending, oldest_claimable_seconds as claimable, leases_lapsed as lapsed
from switchboard.queue_metrics();
select is(array[pending, claimable, lapsed], array[3600, 3600, 0]::float8[], 'pending') from ages where queue = 'p';
select is(array[pending, claimable, lapsed], array[3600, 3600, 0]::float8[], 'kept for somebody') from ages where queue = 'a';
select is(array[pending, claimable, lapsed], array[0, 3600, 1]::float8[], 'lapsed') from ages where queue = 'l';
select is(array[pending, claimable, lapsed], array[0, 3600, 0]::float8[], 'due') from ages where queue = 'd';
select is(array[pending, claimable, lapsed], array[0, 0, 1]::float8[], 'lapsed on its last attempt') from ages where queue = 'x';
select is(array[pending, claimable, lapsed], array[0, 0, 0]::float8[], 'nothing') from ages where queue = 'n';

select * from finish();
rollback;
