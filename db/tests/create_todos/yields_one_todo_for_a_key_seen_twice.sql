-- contract 1.3: of a key seen twice in one batch the second answer is the first's todo with created false; so is that of a key
-- which is live already.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.todo(:'e', p_title => 'older', p_key => 'live') as live \gset

set session authorization tests_producer;
create temporary table answers as
select * from switchboard.create_todos(
    :'e',
    '[
        {"queue": "q", "title": "one", "idempotency_key": "twice"}, {"queue": "q", "title": "new", "idempotency_key": "live"},
        {"queue": "q", "title": "two", "idempotency_key": "twice"}
    ]'
) with ordinality;
reset session authorization;

select results_eq(
    'select title, created from answers order by ordinality',
    $$values ('one', true), ('older', false), ('one', false)$$,
    'the first of a key is created, the others answer it'
);
select is(count(distinct a.id), 2::bigint, 'two todos in all') from answers as a;

select * from finish();
rollback;
