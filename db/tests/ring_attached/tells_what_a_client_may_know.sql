-- contract 2, behaviour 4: id, queue, kind, source and title of its own endpoint's todos, the oldest over all its queues first.
begin;
select plan(2);

select tests.endpoint('first', array['q', 'p']) as e \gset
select tests.endpoint('other', array['q']) as other \gset
select tests.todo(:'other') as theirs \gset
select id as older from switchboard.create_todo(:'e', 'p', 'old', '{"secret": 1}', p_source => 'ci', p_kind => 'build') \gset
select id as younger from switchboard.create_todo(:'e', 'q', 'new') \gset

set session authorization tests_shim;
select results_eq(
    format('select todo_id, endpoint_id, queue, kind, source, title from switchboard.ring_attached(%L)', :'e'),
    format(
        $$values (%L, %L::uuid, 'p', 'build', 'ci', 'old'), (%L, %2$L, 'q', null, null, 'new')$$, :'older', :'e', :'younger'
    ),
    'both'
);
reset session authorization;
select is(count(*), 2::bigint, 'no other todo is booked') from switchboard.todo_rings;

select * from finish();
rollback;
