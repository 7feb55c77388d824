-- behaviour 4, [113]: not for claimed or finished todos, dead endpoints, queues that are not granted, verbs that cannot hear, or somebody else.
begin;
select plan(2);

select tests.endpoint('first', array['q', 'lost']) as e \gset
select tests.todo_in(:'e', s)
from unnest(array['claimed', 'lapsed', 'done', 'failed', 'dead_letter', 'canceled', 'input-required']) as s;
select tests.todo(:'e', 'lost') as lost \gset
select tests.todo(:'e', p_assignee => 'agent:other') as other \gset
select tests.todo(:'e', p_assignee => 'agent:' || agent_id) as kept from switchboard.endpoints where id = :'e' \gset
select switchboard.set_scope(:'e', array['q'], array['claim_next']);
select tests.endpoint('deaf', p_verbs => array['claim', 'create_todo'], p_agent => 'deaf') as deaf \gset
select tests.todo(:'deaf') as unheard \gset
select tests.endpoint('over', p_agent => 'over') as ending \gset
select tests.todo(:'ending') as expired \gset
update switchboard.endpoints set expires_at = now() where id = :'ending';
select tests.travel('10 minutes');

select is(switchboard.ring_unclaimed(100), 1::bigint, 'one');
select is(todo_id, :'kept', 'the one that is kept for its agent') from switchboard.todo_rings;

select * from finish();
rollback;
