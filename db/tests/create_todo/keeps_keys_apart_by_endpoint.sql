-- behaviour 2.2, cases B3: the same key on two endpoints, even of one agent, is two todos, so that a key tells nothing.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.endpoint('sibling') as sibling \gset
select tests.endpoint('stranger', p_human => 'bob') as stranger \gset

set session authorization tests_producer;
select ok(c.created, 'created on ' || n.name)
from (values ('the first', :'e'), ('a sibling', :'sibling'), ('a stranger', :'stranger')) as n (name, endpoint)
cross join lateral switchboard.create_todo(n.endpoint::uuid, 'q', 'a title', p_idempotency_key => 'key') as c;
reset session authorization;

select * from finish();
rollback;
