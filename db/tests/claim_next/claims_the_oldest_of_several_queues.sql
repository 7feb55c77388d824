-- behaviour [64]: the oldest by creation over the queues asked for, by null over all granted ones; todos created in one transaction
-- are told apart (cases C1c).
begin;
select plan(6);

select tests.endpoint(p_queues => '{a,b,c}') as e \gset
select tests.todo(:'e', 'c', p_title => 'first') as todo_1 \gset
select tests.todo(:'e', 'b', p_title => 'second') as todo_2 \gset
select tests.todo(:'e', 'a', p_title => 'third') as todo_3 \gset
select tests.todo(:'e', 'b', p_title => 'fourth') as todo_4 \gset

set session authorization tests_agent;
select is(c.title, 'second', 'the oldest of b and a') from switchboard.claim_next(:'e', '{a,b}') as c;
select is(c.title, 'third', 'then of a and b') from switchboard.claim_next(:'e', '{b,a,a}') as c;
select is(c.title, 'first', 'then of all') from switchboard.claim_next(:'e') as c;
select is(c.title, 'fourth', 'until') from switchboard.claim_next(:'e', null) as c;
select is_empty(format('select switchboard.claim_next(%L)', :'e'), 'none is left');
reset session authorization;

select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
