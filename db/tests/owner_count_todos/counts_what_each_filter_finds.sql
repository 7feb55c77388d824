-- board "counts": each is the number of todos that owner_list_todos answers with that filter; nobody else's are counted.
begin;
select plan(12);

select tests.human() as h \gset
select tests.endpoint() as e \gset
select tests.endpoint('second') as e2 \gset
select tests.todo_in(:'e', s) from unnest(array['pending', 'claimed', 'lapsed', 'done', 'failed', 'dead_letter']) as s;
select tests.todo_in(:'e', s) from unnest(array['canceled', 'rejected', 'input-required', 'auth-required', 'done']) as s;
select tests.todo_in(:'e2', s) from unnest(array['pending', 'done', 'failed', 'dead_letter', 'dead_letter']) as s;
select tests.endpoint('other', p_human => 'bob') as foreign_e \gset
select tests.todo_in(:'foreign_e', s) from unnest(array['pending', 'done', 'dead_letter']) as s;

set session authorization tests_server;
select results_eq(
    format('select to_jsonb(c) from switchboard.owner_count_todos(%L) as c', :'h'),
    $$select jsonb_build_object(
        'all_todos', 16, 'pending', 2, 'claimed', 2, 'failed', 5, 'dead_letter', 3, 'done', 3,
        'input_required', 1, 'auth_required', 1, 'canceled', 1, 'rejected', 1
    )$$,
    'a lapsed lease is claimed, failed counts dead letters too'
);
select
    is(
        (to_jsonb(c) ->> replace(replace(f.filter, 'all', 'all_todos'), '-', '_'))::bigint,
        (select count(*) from switchboard.owner_list_todos(:'h', f.filter)),
        f.filter
    )
from switchboard.owner_count_todos(:'h') as c
cross join unnest(array[
    'all', 'pending', 'claimed', 'failed', 'dead_letter', 'done', 'input-required', 'auth-required', 'canceled', 'rejected'
]) as f (filter);
select results_eq(
    format(
        'select distinct o.value::bigint from jsonb_each_text(to_jsonb(switchboard.owner_count_todos(%L))) as o',
        tests.human('new')
    ),
    $$values (0::bigint)$$,
    'nothing, when there is nothing'
);
reset session authorization;

select * from finish();
rollback;
