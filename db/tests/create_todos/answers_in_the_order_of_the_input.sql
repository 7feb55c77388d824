-- contract 1.3: one answer an object, in input order whatever the keys, and claimed in that order.
begin;
select plan(3);

select tests.endpoint() as e \gset

set session authorization tests_producer;
select
    is(
        array_agg(c.title || ' ' || c.created order by c.ordinality),
        '{one true,two true,three true,four true}',
        'the answers are in input order'
    )
from switchboard.create_todos(
    :'e',
    '[
        {"queue": "q", "title": "one", "idempotency_key": "z"}, {"queue": "q", "title": "two"},
        {"queue": "q", "title": "three", "idempotency_key": "a"}, {"queue": "q", "title": "four", "idempotency_key": "m"}
    ]'
) with ordinality as c;

set session authorization tests_agent;
select is(array_agg(c.title order by c.ordinality), '{one,two,three,four}', 'and so are the claims')
from switchboard.claim_batch(:'e', 10) with ordinality as c;
reset session authorization;

select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
