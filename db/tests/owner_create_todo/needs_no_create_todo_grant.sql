-- contract 1.3, 4: the human adds to their own endpoint's queue whatever verbs it holds; arguments and answer as create_todo.
begin;
select plan(4);

select tests.endpoint(p_verbs => '{claim}') as e \gset
select tests.human() as h \gset

set session authorization tests_server;
select id from switchboard.owner_create_todo(
    :'h', :'e', 'q', 'by hand', '{"n": 1}', 'k', 'cli', 'chore', 'op:' || :'h', 2, '{"r": 1}'
) \gset
select is_empty(
    format($$select from switchboard.owner_create_todo(%L, %L, 'q', 'again', p_idempotency_key => 'k') where created$$, :'h', :'e'),
    'the same key again creates nothing'
);
select is(
    (switchboard.owner_create_todo(:'h', :'e', 'q', 'again', p_idempotency_key => 'k')).id, :'id'::text, 'and answers the first'
);
reset session authorization;

select results_eq(
    format(
        $$select endpoint_id, queue, title, payload, idempotency_key, source, kind, assignee, max_attempts, routing, state, attempt
        from tests.row(%L)$$,
        :'id'
    ),
    format(
        $$values (
            %L::uuid, 'q' collate "C", 'by hand', '{"n": 1}'::jsonb, 'k' collate "C", 'cli', 'chore', ('op:' || %L) collate "C", 2,
            '{"r": 1}'::jsonb, 'pending', 0
        )$$,
        :'e', :'h'
    ),
    'the todo'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
