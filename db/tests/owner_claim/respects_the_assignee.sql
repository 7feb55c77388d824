-- behaviour [62]: a todo kept for the human is theirs to claim; one kept for an agent or another human is SB409.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo(:'e', p_assignee => 'op:' || :'h') as own \gset
select tests.todo(:'e', p_assignee => 'op:' || tests.human('bob')) as bobs \gset
select tests.todo(:'e', p_assignee => 'agent:' || a.id) as agents from switchboard.agents as a \gset

set session authorization tests_server;
select is((switchboard.owner_claim(:'h', :'own')).state, 'claimed', 'kept for the human');
select throws_ok(format('select from switchboard.owner_claim(%L, %L)', :'h', :'bobs'), 'SB409', null, 'kept for another human');
select throws_ok(format('select from switchboard.owner_claim(%L, %L)', :'h', :'agents'), 'SB409', null, 'kept for an agent');
reset session authorization;

select * from finish();
rollback;
