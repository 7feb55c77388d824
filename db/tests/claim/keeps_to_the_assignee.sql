-- behaviour [62]: a todo assigned to another owner is a conflict for claim and skipped by claim_next and claim_batch, while pending,
-- when its lease lapsed and when its retry is due; the assignee itself may claim it.
begin;
select plan(8);

select tests.endpoint() as e \gset
select 'agent:' || e.agent_id as mine from switchboard.endpoints as e where e.id = :'e' \gset
select tests.todo_in(:'e', 'pending') as pending \gset
select tests.todo_in(:'e', 'lapsed') as lapsed \gset
select tests.todo_in(:'e', 'failed') as due \gset
update switchboard.todos set assignee = 'agent:somebody';
select tests.travel('1 minute') \gset

set session authorization tests_agent;
select throws_ok(format('select switchboard.claim(%L, %L)', :'e', i.id), 'SB409', null, i.name || ' is a conflict')
from (values ('pending', :'pending'), ('lapsed', :'lapsed'), ('due', :'due')) as i (name, id);
select is_empty(format('select switchboard.claim_next(%L)', :'e'), 'claim_next finds nothing');
select is_empty(format('select switchboard.claim_batch(%L, 10)', :'e'), 'claim_batch finds nothing');
reset session authorization;
update switchboard.todos set assignee = :'mine';

set session authorization tests_agent;
select is(c.id, :'pending', 'the assignee claims it by id') from switchboard.claim(:'e', :'pending') as c;
select is(c.id, :'lapsed', 'and with claim_next') from switchboard.claim_next(:'e') as c;
select is(c.id, :'due', 'and with claim_batch') from switchboard.claim_batch(:'e', 10) as c;
reset session authorization;

select * from finish();
rollback;
