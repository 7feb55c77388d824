-- cases B1.9, contract 1.1: the scope is read from the stored row at each call, so that a grant taken away is away at once, and a lease
-- on a queue that was lost can be ended when the queue is granted again.
begin;
select plan(4);

select tests.endpoint(p_queues => '{q,r}') as e \gset
select tests.todo(:'e', 'r') as id \gset

set session authorization tests_server;
select is(c.id, :'id', 'granted') from switchboard.claim_next(:'e') as c;
select switchboard.set_scope(:'e', '{q}', '{complete}') \gset
select throws_ok(format('select switchboard.complete(%L, %L)', :'e', :'id'), 'SB403', null, 'taken away');
select switchboard.set_scope(:'e', '{r}', '{complete}') \gset
select is(c.state, 'done', 'granted again') from switchboard.complete(:'e', :'id') as c;
reset session authorization;

select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
