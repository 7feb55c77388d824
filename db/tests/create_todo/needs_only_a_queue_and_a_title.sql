-- contract 1.3: the other arguments have defaults, and null takes them too.
begin;
select plan(2);

select tests.endpoint() as e \gset

set session authorization tests_producer;
create temporary table created as
select
    'left out' as name,
    c.id
from switchboard.create_todo(:'e', 'q', 'a title') as c
union all
select
    'null' as name,
    c.id
from switchboard.create_todo(:'e', 'q', 'a title', null, null, null, null, null, null, null) as c;
reset session authorization;

select
    is(
        jsonb_strip_nulls(to_jsonb(t) - '{id,endpoint_id,created_at,updated_at}'::text[]),
        jsonb_build_object(
            'queue', 'q', 'title', 'a title', 'state', 'pending', 'attempt', 0, 'max_attempts', 5, 'payload_size', 0,
            'attempts_total', 0, 'attempts_pruned', 0
        ),
        c.name
    )
from created as c
cross join lateral tests.row(c.id) as t;

select * from finish();
rollback;
