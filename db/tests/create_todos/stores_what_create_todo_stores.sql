-- contract 1.3: the objects have create_todo's argument names; what is left out or JSON null takes its default.
begin;
select plan(3);

select tests.endpoint() as e \gset

set session authorization tests_producer;
create temporary table created as
select c.* from switchboard.create_todos(
    :'e',
    '[
        {
            "queue": "q", "title": "full", "payload": {"n": 1}, "idempotency_key": "key", "source": "mail", "kind": "bug",
            "assignee": "agent:somebody", "max_attempts": 7, "routing": [2]
        },
        {
            "queue": "q", "title": "null", "payload": null, "idempotency_key": null, "source": null, "kind": null,
            "assignee": null, "max_attempts": null, "routing": null
        },
        {"queue": "q", "title": "least", "idempotency_key": ""}
    ]'
) as c;
reset session authorization;

select
    is(
        jsonb_agg(
            jsonb_build_array(
                t.title, t.payload, t.idempotency_key, t.source, t.kind, t.assignee, t.max_attempts, t.routing
            ) order by t.created_at
        ),
        '[
        ["full", {"n": 1}, "key", "mail", "bug", "agent:somebody", 7, [2]], ["null", null, null, null, null, null, 5, null],
        ["least", null, null, null, null, null, 5, null]
    ]',
        'the rows are as create_todo makes them'
    )
from created as c
cross join lateral tests.row(c.id) as t;
select is(count(t.id), 3::bigint, 'JSON null is SQL null, not a JSON value')
from switchboard.todos as t
where t.title = 'full' or (t.payload is null and t.routing is null);
select is(array_agg(distinct c.state), '{pending}', 'all are pending') from created as c;

select * from finish();
rollback;
