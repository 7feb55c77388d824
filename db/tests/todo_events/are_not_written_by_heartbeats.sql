-- design 5: heartbeat, owner_extend and reads write none.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.claimed(:'e') as id \gset
select tests.todo(:'e') as own \gset
select id as human from switchboard.humans \gset
select switchboard.owner_claim(:'human', :'own');
delete from switchboard.todo_events;

set session authorization tests_agent;
select lives_ok(format($$select switchboard.heartbeat(%L, %L), switchboard.get_todo(%1$L, %2$L)$$, :'e', :'id'), 'a heartbeat');
reset session authorization;
select switchboard.owner_extend(:'human', :'own');

select is_empty('select from switchboard.todo_events', 'no event');

select * from finish();
rollback;
