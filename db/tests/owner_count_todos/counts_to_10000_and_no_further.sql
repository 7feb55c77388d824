-- board "exact to 10,000": 10,001 means more, whether at one endpoint or over several, and for all states together.
begin;
select plan(3);

select tests.human() as h \gset
create function pg_temp.fill(p_endpoint_id uuid, p_state text, p_count integer) returns void
language sql
as $do$
    insert into switchboard.todos (id, endpoint_id, queue, title, state)
    select 'td_' || gen_random_uuid(), p_endpoint_id, 'q', 'a todo', p_state from generate_series(1, p_count)
$do$;
select tests.endpoint() as e \gset
select tests.endpoint('second') as e2 \gset

select pg_temp.fill(:'e', 'pending', 5000), pg_temp.fill(:'e2', 'pending', 5000), pg_temp.fill(:'e', 'failed', 10000);
select results_eq(
    format('select all_todos, pending, failed, dead_letter, done from switchboard.owner_count_todos(%L)', :'h'),
    'values (10001::bigint, 10000::bigint, 10000::bigint, 10000::bigint, 0::bigint)',
    'up to 10,000 exactly'
);
select pg_temp.fill(:'e2', 'pending', 1), pg_temp.fill(:'e', 'failed', 2);
select results_eq(
    format('select all_todos, pending, failed, dead_letter, done from switchboard.owner_count_todos(%L)', :'h'),
    'values (10001::bigint, 10001::bigint, 10001::bigint, 10001::bigint, 0::bigint)',
    'and no further'
);
select results_eq(
    format('select waiting, dead from switchboard.owner_queue_stats(%L)', :'h'),
    'values (10001::bigint, 10001::bigint)',
    'nor do the numbers of a queue'
);

select * from finish();
rollback;
