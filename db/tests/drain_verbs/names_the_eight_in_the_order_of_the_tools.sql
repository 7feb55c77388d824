-- contract 1.3: the eight drain verbs in their order, open to every role of ours.
begin;
select plan(5);

set session authorization tests_shim;
select is(
    switchboard.drain_verbs(),
    array['list_todos', 'get_todo', 'claim', 'claim_next', 'complete', 'fail', 'release', 'heartbeat'],
    'in order'
);
set session authorization tests_agent;
select isnt(switchboard.drain_verbs(), null, 'agent');
set session authorization tests_producer;
select isnt(switchboard.drain_verbs(), null, 'producer');
set session authorization tests_operator;
select isnt(switchboard.drain_verbs(), null, 'operator');
set session authorization tests_reader;
select isnt(switchboard.drain_verbs(), null, 'reader');
reset session authorization;

select * from finish();
rollback;
