-- contract 1.6, cases B2.14: payload, routing and result are at most 1 MiB as text, whatever the bytes on the wire, wherever they
-- come in. A refused report leaves the todo claimed.
begin;
select plan(20);

select tests.endpoint() as e \gset
select tests.claimed(:'e') as id \gset
select tests.todo(:'e') as pending \gset
select tests.snapshot(:'id') as was \gset
create temporary table sizes as
select
    v.what,
    v.value,
    octet_length(v.value::text) as bytes
from (
    values ('1 MiB', to_jsonb(repeat('a', 1048574))), ('1 MiB and a byte', to_jsonb(repeat('a', 1048575))),
    ('a few numbers that are long as text', (select jsonb_agg('1e131071'::jsonb) from generate_series(1, 9)))
) as v (what, value);
grant select on sizes to public;

set session authorization tests_shim;
select throws_ok(format(c.call, :'e', c.id, s.value), 'SB400', null, c.what || ' of ' || s.what)
from sizes as s
cross join (
    values ('payload', null, 'select switchboard.create_todo(%L, ''q'', ''t'', p_payload => %3$L)'),
    ('routing', null, 'select switchboard.create_todo(%L, ''q'', ''t'', p_routing => %3$L)'),
    ('payload in a batch', null, 'select switchboard.create_todos(%L, ''[{"queue": "q", "title": "t", "payload": %3$s}]'')'),
    ('result of complete', :'id', 'select switchboard.complete(%L, %L, %L)'),
    ('result of fail', :'id', 'select switchboard.fail(%L, %L, %L)'),
    ('result of cancel', :'id', 'select switchboard.cancel(%L, %L, %L)'),
    ('result of reject', :'pending', 'select switchboard.reject(%L, %L, %L)')
) as c (what, id, call)
where s.bytes > 1048576;
select is(tests.snapshot(:'id'), :'was'::jsonb, 'nothing changed');
select is(c.payload_size, 1048576, 'a payload of 1 MiB is taken')
from sizes as s
cross join lateral switchboard.create_todo(:'e', 'q', 't', s.value) as c
where s.what = '1 MiB';
select is(c.payload_size, 1048576, 'and in a batch')
from sizes as s
cross join
    lateral switchboard.create_todos(
        :'e', jsonb_build_array(jsonb_build_object('queue', 'q', 'title', 't', 'payload', s.value))
    ) as c
where s.what = '1 MiB';
select is(c.state, 'done', 'a result of 1 MiB is taken')
from sizes as s
cross join lateral switchboard.complete(:'e', :'id', s.value) as c
where s.what = '1 MiB';
reset session authorization;

select is(octet_length(t.result::text), 1048576, 'and stored whole') from tests.row(:'id') as t;
select bag_eq(
    'select s.what, s.bytes > 1048576 from sizes as s',
    $$values ('1 MiB', false), ('1 MiB and a byte', true), ('a few numbers that are long as text', true)$$,
    'the sizes are what they are called'
);

select * from finish();
rollback;
