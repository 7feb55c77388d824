-- board "Revoking ends 2 live leases and dead-letters 14 todos": the numbers are those that a revocation then comes to.
begin;
select plan(6);

select tests.human() as h \gset
select tests.endpoint('first', '{q,p}') as e \gset
select tests.endpoint('idle') as idle \gset
select tests.endpoint('other', p_human => 'bob') as foreign_e \gset
update switchboard.endpoints set created_at = created_at + interval '1 second' where id = :'idle';
select tests.todo_in(e, s)
from unnest(array[:'e', :'foreign_e']::uuid[]) as e
cross join unnest(array[
    'pending', 'pending', 'claimed', 'lapsed', 'failed', 'failed', 'failed', 'dead_letter', 'done', 'canceled', 'rejected',
    'input-required', 'auth-required'
]) as s;
select tests.todo(:'e', 'p', p_assignee => 'op:' || :'h');
select tests.todo(:'e', 'p') as yours \gset
select from switchboard.owner_claim(:'h', :'yours');
select tests.todo(:'e', p_max_attempts => 1) as last_one \gset
select switchboard.claim(:'e', :'last_one', '1 microsecond');

set session authorization tests_server;
select results_eq(
    format('select endpoint_id, live_leases, open_todos from switchboard.owner_endpoint_activity(%L)', :'h'),
    format('values (%L::uuid, 6::bigint, 12::bigint), (%L, 0, 0)', :'e', :'idle'),
    'each endpoint, oldest first, and nobody else''s'
);
select is(switchboard.owner_revoke_endpoint(:'h', :'e'), 6, 'so many leases did end');
reset session authorization;
select is(count(*), 12::bigint, 'and so many todos became dead letters')
from switchboard.todos where endpoint_id = :'e' and result = '{"error": "endpoint_revoked"}';
set session authorization tests_server;
select results_eq(
    format('select endpoint_id, live_leases, open_todos from switchboard.owner_endpoint_activity(%L)', :'h'),
    format('values (%L::uuid, 0::bigint, 0::bigint), (%L, 0, 0)', :'e', :'idle'),
    'nothing is left to end; it stays in the list'
);
select is(last_seen_at, null, 'nobody was ever seen at the other')
from switchboard.owner_endpoint_activity(:'h') where endpoint_id = :'idle';
select is_empty(format('select from switchboard.owner_endpoint_activity(%L)', tests.human('new')), 'none, when there is none');
reset session authorization;

select * from finish();
rollback;
