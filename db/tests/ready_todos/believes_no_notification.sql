-- contract 2: only todos that the endpoint's agent may claim now; foreign, unknown and repeated ids do no harm.
begin;
select plan(3);

select tests.endpoint('first', array['q', 'lost']) as e \gset
select tests.todo(:'e') as a \gset
select tests.todo(:'e', p_assignee => 'agent:other') as other \gset
select tests.todo(:'e', 'lost') as lost \gset
select tests.claimed(:'e') as held \gset
select switchboard.set_scope(:'e', array['q'], array['claim_next']);
select tests.endpoint('deaf', p_verbs => array['claim', 'create_todo'], p_agent => 'deaf') as deaf \gset
select tests.todo(:'deaf') as unheard \gset

set session authorization tests_shim;
select results_eq(
    format(
        'select distinct todo_id, endpoint_id, queue, title from switchboard.ready_todos(%L)',
        array[:'a', :'other', :'lost', :'held', :'unheard', 'td_none', null, :'a']
    ),
    format('values (%L, %L::uuid, %L, %L)', :'a', :'e', 'q', 'a todo'),
    'one'
);
select is_empty('select from switchboard.ready_todos(null)', 'none for null');
reset session authorization;
select switchboard.revoke_endpoint(:'e');
select is_empty(format('select from switchboard.ready_todos(%L)', array[:'a']), 'none of a dead endpoint');

select * from finish();
rollback;
