-- contract 1.3, behaviour [89]: todos of every endpoint of the human, with its slug, newest first; nobody else's.
begin;
select plan(1);

select tests.human() as h \gset
select tests.todo(tests.endpoint('first')) as a \gset
select tests.todo(tests.endpoint('second', p_agent => 'another')) as b \gset
select tests.todo(tests.endpoint('other', p_human => 'bob')) as foreign_id \gset
select tests.todo(id) as c from switchboard.endpoints where slug = 'first' \gset
select switchboard.revoke_endpoint(id) as n from switchboard.endpoints where slug = 'second' \gset

set session authorization tests_server;
select results_eq(
    format('select id, endpoint_slug, state, dead_letter, payload_size from switchboard.owner_list_todos(%L)', :'h'),
    format(
        $$values (%L, 'first', 'pending', false, 8), (%L, 'second', 'failed', true, 8), (%L, 'first', 'pending', false, 8)$$,
        :'c', :'b', :'a'
    ),
    'the human''s todos, those of a revoked endpoint too'
);
reset session authorization;

select * from finish();
rollback;
