-- contract 1.6, cases S33: a queue name of 1 to 128 bytes without control characters can be granted and used; any other is refused
-- when it is granted, and without a grant it is out of scope.
begin;
select plan(12);

select tests.endpoint() as e \gset
select repeat('é', 64) as longest \gset

set session authorization tests_operator;
select
    throws_ok(
        format('select switchboard.set_scope(%L, array[%L], ''{create_todo}'')', :'e', q.name), 'SB400', null, 'granting ' || q.what
    )
from (
    values ('no name', ''), ('129 bytes', repeat('a', 129)), ('200 bytes', repeat('a', 200)), ('a line break', E'a\nb'),
    ('a C1 control', E'a\u0085'), ('null', null)
) as q (what, name);
select switchboard.set_scope(:'e', array['a', :'longest', 'a: b, "c" {d}'], '{create_todo}') \gset

set session authorization tests_producer;
select is(c.queue, q.name, 'used: ' || left(q.name, 20))
from unnest(array['a', :'longest', 'a: b, "c" {d}']) as q (name)
cross join lateral switchboard.create_todo(:'e', q.name, 'a title') as c;
select
    throws_ok(
        format('select switchboard.create_todo(%L, %L, ''a title'')', :'e', q.name),
        'SB403',
        null,
        'out of scope: ' || left(q.name, 20)
    )
from unnest(array['', repeat('a', 129), 'A']) as q (name);
reset session authorization;

select * from finish();
rollback;
