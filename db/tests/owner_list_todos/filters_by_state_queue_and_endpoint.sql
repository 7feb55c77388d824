-- contract 1.3: p_filter is all, dead_letter or a state; p_queue and p_endpoint_id narrow further.
begin;
select plan(14);

select tests.human() as h \gset
select tests.endpoint(p_queues => '{q,p}') as e \gset
select tests.endpoint('second') as e2 \gset
create temp table cases as
select
    s as state,
    id
from
    unnest(array[
        'pending', 'claimed', 'done', 'failed', 'dead_letter', 'canceled', 'rejected', 'input-required', 'auth-required'
    ]) as s
cross join lateral tests.todo_in(:'e', s) as id;
grant select on cases to public;
select tests.todo(:'e', 'p') as on_p \gset
select tests.todo(:'e2') as on_e2 \gset

set session authorization tests_server;
select
    results_eq(
        format(
            $$select id from switchboard.owner_list_todos(%L, %L) where queue <> 'p' and endpoint_slug = 'first'$$, :'h', state
        ),
        format(
            $$select id from cases where state = %1$L or (%1$L = 'failed' and state = 'dead_letter') order by id desc$$, state
        ),
        state
    )
from cases order by state;
select is((select count(*) from switchboard.owner_list_todos(:'h', f)), 11::bigint, coalesce(f, 'null') || ' is everything')
from unnest(array['all', null]) as f;
select results_eq(
    format($$select id from switchboard.owner_list_todos(%L, 'pending', p_queue => 'p')$$, :'h'),
    format('values (%L)', :'on_p'),
    'one queue'
);
select results_eq(
    format('select id from switchboard.owner_list_todos(%L, p_endpoint_id => %L)', :'h', :'e2'),
    format('values (%L)', :'on_e2'),
    'one endpoint'
);
select is_empty(format($$select from switchboard.owner_list_todos(%L, p_queue => 'nowhere')$$, :'h'), 'a queue without todos');
reset session authorization;

select * from finish();
rollback;
