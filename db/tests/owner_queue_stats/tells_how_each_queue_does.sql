-- issue 4: per queue what waits, works, retries, is dead and asks; the newest twenty attempts; a day by the hour, deaths apart.
begin;
select plan(9);

select tests.human() as h \gset
select tests.endpoint(p_queues => '{q,idle}') as e \gset
select tests.endpoint('second', p_queues => '{q}') as e2 \gset
select tests.endpoint('other', '{foreign}', p_human => 'bob') as f \gset
select tests.todo(:'f', 'foreign') \gset
select tests.todo_in(d.id::uuid, s)
from unnest(array[:'e', :'e2']) as d (id)
cross join unnest(array['pending', 'claimed', 'done', 'failed', 'dead_letter', 'input-required', 'canceled']) as s;
select tests.todo(:'e', p_assignee => 'agent:somebody') \gset
select tests.claimed(:'e', '1 microsecond') \gset
select count(*) from switchboard.reap_expired() \gset
select switchboard.relay_events() \gset

set session authorization tests_server;
select results_eq(
    format('select queue, waiting, working, retrying, dead, needs_input from switchboard.owner_queue_stats(%L)', :'h'),
    $$values ('idle', 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint), ('q', 4, 2, 2, 2, 2)$$,
    'the figures, over both endpoints'
);
select results_eq(
    format('select recent, recent_failed, recent_died from switchboard.owner_queue_stats(%L) where queue = ''q''', :'h'),
    'values (7::bigint, 4::bigint, 1::bigint)', 'attempts that ended: two done, two failed, two dead, one died; none called off'
);
select is(jsonb_array_length(hours), 24, 'a day') from switchboard.owner_queue_stats(:'h') where queue = 'q';
select is(
    hours -> 23 #- '{hour}', '{"completed": 2, "failed": 4, "died": 1, "released": 0, "called_off": 2}'::jsonb, 'this hour'
) from switchboard.owner_queue_stats(:'h') where queue = 'q';
select is((hours -> 23 ->> 'hour')::timestamptz, date_trunc('hour', now(), 'UTC'), 'by name')
from switchboard.owner_queue_stats(:'h') where queue = 'q';
select ok(last_claimed_at > now() - interval '1 minute' and oldest_claimable_at is not null, 'times')
from switchboard.owner_queue_stats(:'h') where queue = 'q';
select ok(last_claimed_at is null and oldest_claimable_at is null, 'none where nothing was')
from switchboard.owner_queue_stats(:'h') where queue = 'idle';
select throws_ok(format('select switchboard.owner_queue_stats(%L)', gen_random_uuid()), 'SB401', null, 'an unknown human');
reset session authorization;

select tests.travel('25 hours');
select results_eq(
    format('select recent, hours -> 23 ->> ''failed'' from switchboard.owner_queue_stats(%L) where queue = ''q''', :'h'),
    $$values (0::bigint, '0')$$, 'a day later none of it is recent'
);

select * from finish();
rollback;
