-- board "Queues": waiting, working, retrying, dead and interrupted todos of each queue over all the human's endpoints, and nobody else's.
begin;
select plan(3);

select tests.human() as h \gset
select tests.endpoint('first', '{q,p}') as e \gset
select tests.endpoint('second', '{q,idle}') as e2 \gset
select tests.endpoint('gone', '{gone,q}') as gone \gset
select tests.endpoint('other', '{q,p,foreign}', p_human => 'bob') as foreign_e \gset
select tests.todo_in(e, s)
from unnest(array[:'e', :'e2', :'foreign_e']::uuid[]) as e
cross join unnest(array[
    'pending', 'pending', 'claimed', 'lapsed', 'failed', 'failed', 'failed', 'dead_letter', 'done', 'canceled', 'rejected',
    'input-required', 'auth-required'
]) as s;
select tests.todo(:'e', 'p', p_assignee => 'op:' || :'h'), tests.todo(:'e', 'p', p_assignee => 'agent:' || gen_random_uuid());
select tests.todo(:'e', 'p'), tests.todo(:'gone', 'gone');
select switchboard.revoke_endpoint(:'gone');

set session authorization tests_server;
select results_eq(
    format(
        'select queue collate "default", waiting, working, retrying, dead, needs_input from switchboard.owner_queue_stats(%L)', :'h'
    ),
    $$values
        ('gone', 0::bigint, 0::bigint, 0::bigint, 1::bigint, 0::bigint),
        ('idle', 0, 0, 0, 0, 0),
        ('p', 3, 0, 0, 0, 0),
        ('q', 4, 4, 6, 2, 4)$$,
    'by name: queues of live endpoints, and any with something to look at'
);
select results_eq(
    format(
        'select sum(waiting), sum(working), sum(retrying), sum(dead), sum(needs_input) from switchboard.owner_queue_stats(%L)', :'h'
    ),
    format(
        $$select pending::numeric, claimed::numeric, (failed - dead_letter)::numeric, dead_letter::numeric,
            (input_required + auth_required)::numeric from switchboard.owner_count_todos(%L)$$, :'h'
    ),
    'together what the lists count'
);
select is_empty(format('select from switchboard.owner_queue_stats(%L)', tests.human('new')), 'nothing, when there is nothing');
reset session authorization;

select * from finish();
rollback;
