-- behaviour 2.2, cases B3: the same key on two endpoints, even of one agent, is two todos, and each delivery answers its own, so that
-- a key tells nothing.
begin;
select plan(4);

create temporary table endpoints as
select
    n.slug,
    tests.endpoint(n.slug, p_human => n.human) as id
from (values ('first', 'ann'), ('sibling', 'ann'), ('stranger', 'bob')) as n (slug, human);
grant select on endpoints to public;

set session authorization tests_producer;
create temporary table deliveries as
select
    e.id as endpoint,
    c.id,
    c.created
from generate_series(1, 2) as g (n)
cross join endpoints as e
cross join lateral switchboard.create_todo(e.id, 'q', 'delivery ' || g.n, p_idempotency_key => 'key') as c;
reset session authorization;

select is(count(*), 3::bigint, 'three todos are created') from deliveries as d
where d.created;
select is(t.endpoint_id, d.endpoint, 'the second delivery answers its own')
from deliveries as d
cross join lateral tests.row(d.id) as t
where not d.created;

select * from finish();
rollback;
