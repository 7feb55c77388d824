-- board.md: "Revoking ends 2 live leases and dead-letters 14 todos": as the revocation then does.
begin;
select plan(5);

select tests.human() as h \gset
select tests.endpoint() as e \gset
select tests.endpoint('quiet') as quiet \gset
select tests.endpoint('other', p_human => 'bob') \gset
select tests.todo_in(:'e', s)
from unnest(array[
    'pending', 'pending', 'claimed', 'lapsed', 'input-required', 'failed', 'failed', 'done', 'dead_letter', 'canceled',
    'rejected'
]) as s;

set session authorization tests_server;
select results_eq(
    format(
        'select endpoint_id, live_leases, open_todos from switchboard.owner_endpoint_activity(%L) order by open_todos desc', :'h'
    ),
    format('values (%L::uuid, 3::bigint, 7::bigint), (%L, 0, 0)', :'e', :'quiet'), 'of each endpoint of the human'
);
select ok(last_seen_at > now() - interval '1 minute', 'somebody was there') from switchboard.owner_endpoint_activity(:'h')
where endpoint_id = :'e';
select ok(last_seen_at is null, 'nobody ever was') from switchboard.owner_endpoint_activity(:'h') where endpoint_id = :'quiet';
reset session authorization;

create temp table before on commit drop as
select count(*) as dead from switchboard.todos where state = 'failed' and next_retry_at is null;
select is(switchboard.revoke_endpoint(:'e'), 3, 'so many leases end');
select is(count(*) - min(b.dead), 7::bigint, 'and so many become dead letters')
from switchboard.todos as t cross join before as b where t.state = 'failed' and t.next_retry_at is null;

select * from finish();
rollback;
