-- behaviour [79], contract 1.6: todos without a key, or with an empty one, are never the same.
begin;
select plan(2);

select tests.endpoint() as e \gset

set session authorization tests_producer;
select is(count(distinct c.id), 4::bigint, 'four todos') from (values (null), (null), (''), ('')) as k (key)
cross join lateral switchboard.create_todo(:'e', 'q', 'a title', p_idempotency_key => k.key) as c;
reset session authorization;

select is_empty(
    format('select from switchboard.todos where endpoint_id = %L and idempotency_key is not null', :'e'), 'an empty key is none'
);

select * from finish();
rollback;
