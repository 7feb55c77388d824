-- issue 4: counts are exact to 10,000; one more says that there are more. failed holds dead letters, too. Nobody else's count.
begin;
select plan(4);

select tests.human() as h \gset
select tests.endpoint() as e \gset
select tests.endpoint('second') as e2 \gset
select tests.todo(tests.endpoint('other', p_human => 'bob')) \gset
select tests.todo_in(d.id::uuid, s)
from unnest(array[:'e', :'e2']) as d (id)
cross join unnest(array[
    'pending', 'pending', 'claimed', 'done', 'failed', 'dead_letter', 'canceled', 'rejected', 'input-required', 'auth-required'
]) as s;

set session authorization tests_server;
select results_eq(
    format('select * from switchboard.owner_count_todos(%L)', :'h'),
    'values (20::bigint, 4::bigint, 2::bigint, 4::bigint, 2::bigint, 2::bigint, 2::bigint, 2::bigint, 2::bigint, 2::bigint)',
    'every filter, over all endpoints'
);
select results_eq(
    format(
        'select count(*) from switchboard.owner_list_todos(%L, %L) union all select pending from switchboard.owner_count_todos(%L)',
        :'h', 'pending', :'h'
    ),
    'values (4::bigint), (4::bigint)', 'as the list has it'
);
reset session authorization;

insert into switchboard.todos (id, endpoint_id, queue, title, state)
select 'td_many_' || n, case when n % 2 = 0 then :'e' else :'e2' end::uuid, 'q', 't', 'done'
from generate_series(1, 10000) as n;
select results_eq(
    format('select all_todos, done, pending from switchboard.owner_count_todos(%L)', :'h'),
    'values (10001::bigint, 10001::bigint, 4::bigint)', '10,002 are more than 10,000'
);
delete from switchboard.todos where id in ('td_many_1', 'td_many_2');
select is(done, 10000::bigint, '10,000 are exact') from switchboard.owner_count_todos(:'h');

select * from finish();
rollback;
