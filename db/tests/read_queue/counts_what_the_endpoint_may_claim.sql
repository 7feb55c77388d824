-- contract 2: pending todos of a granted queue, counted to 1,000, and since when.
begin;
select plan(6);

select tests.endpoint('first', array['q', 'empty']) as e \gset
select tests.todo(:'e') as a \gset
select tests.todo(:'e', p_assignee => 'agent:' || agent_id) as b from switchboard.endpoints where id = :'e' \gset
select tests.todo(:'e', p_assignee => 'agent:other') as other \gset
select tests.claimed(:'e') as held \gset
select created_at as since from tests.row(:'a') \gset

set session authorization tests_agent;
select results_eq(
    format($$select queue, pending, oldest_pending_at from switchboard.read_queue(%L, 'q')$$, :'e'),
    format('values (%L, 2::bigint, %L::timestamptz)', 'q', :'since'), 'two'
);
select results_eq(
    format($$select queue, pending, oldest_pending_at from switchboard.read_queue(%L, 'empty')$$, :'e'),
    $$values ('empty', 0::bigint, null::timestamptz)$$, 'none'
);
select throws_ok(format($$select switchboard.read_queue(%L, 'other')$$, :'e'), 'SB403', null, 'not granted');
select throws_ok(format($$select switchboard.read_queue(%L, null)$$, :'e'), 'SB403', null, 'no queue');
select throws_ok($$select switchboard.read_queue(gen_random_uuid(), 'q')$$, 'SB401', null, 'nobody');
reset session authorization;
insert into switchboard.todos (id, endpoint_id, queue, title)
select 'td_' || n, :'e', 'empty', 't' from generate_series(1, 1001) as n;
select is(pending, 1000::bigint, 'counted to 1,000') from switchboard.read_queue(:'e', 'empty');

select * from finish();
rollback;
