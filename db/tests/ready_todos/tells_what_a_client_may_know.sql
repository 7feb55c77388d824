-- contract 2: what a ring tells, oldest first; a todo that is kept for its own agent is ready, one of an expired endpoint is not.
begin;
select plan(2);

select tests.endpoint('first', array['q', 'p'], array['create_todo', 'list_todos']) as e \gset
select id as kept from switchboard.create_todo(
    :'e', 'p', 'old', '{"secret": 1}', p_source => 'ci', p_kind => 'build',
    p_assignee => 'agent:' || (select agent_id from switchboard.endpoints where id = :'e')
) \gset
select id as younger from switchboard.create_todo(:'e', 'q', 'new') \gset

set session authorization tests_shim;
select results_eq(
    format('select todo_id, endpoint_id, queue, kind, source, title from switchboard.ready_todos(%L)', array[:'younger', :'kept']),
    format(
        $$values (%L, %L::uuid, 'p', 'build', 'ci', 'old'), (%L, %2$L, 'q', null, null, 'new')$$, :'kept', :'e', :'younger'
    ),
    'both'
);
reset session authorization;
update switchboard.endpoints set expires_at = now() where id = :'e';
select is_empty(format('select from switchboard.ready_todos(%L)', array[:'younger', :'kept']), 'none after the expiry');

select * from finish();
rollback;
