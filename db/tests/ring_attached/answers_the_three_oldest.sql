-- behaviour 4, [115]: at most three in scope, none within a minute of the last time, each against the budget of five.
begin;
select plan(8);

select tests.endpoint('first', array['q', 'lost']) as e \gset
select tests.todo(:'e', 'lost') as lost \gset
select tests.todo(:'e') as a \gset
select tests.todo(:'e', p_assignee => 'agent:' || agent_id) as b from switchboard.endpoints where id = :'e' \gset
select tests.todo(:'e', p_assignee => 'agent:other') as other \gset
select tests.todo(:'e') as c \gset
select tests.todo(:'e') as d \gset
select switchboard.set_scope(:'e', array['q'], array['list_todos']);
insert into switchboard.todo_rings (todo_id, rings, rang_at) values (:'a', 4, now());

set session authorization tests_shim;
select results_eq(
    format('select todo_id from switchboard.ring_attached(%L)', :'e'), format('values (%L), (%L), (%L)', :'a', :'b', :'c'), 'three'
);
select is_empty(format('select from switchboard.ring_attached(%L)', :'e'), 'not again');
reset session authorization;
select results_eq('select rings from switchboard.todo_rings order by rings', 'values (1), (1), (5)', 'each is booked');
select tests.travel('59 seconds');
select is_empty(format('select from switchboard.ring_attached(%L)', :'e'), 'not within a minute');
select tests.travel('61 seconds');
select results_eq(
    format('select todo_id from switchboard.ring_attached(%L)', :'e'), format('values (%L), (%L), (%L)', :'b', :'c', :'d'),
    'then again, but not past five'
);
select switchboard.set_scope(:'e', array['q'], array['claim']);
select tests.travel('3 minutes');
select throws_ok(format('select switchboard.ring_attached(%L)', :'e'), 'SB403', null, 'who may not hear');
select throws_ok('select switchboard.ring_attached(gen_random_uuid())', 'SB401', null, 'nobody');
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
