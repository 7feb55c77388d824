-- contract 1.4: producers create, agents work, and neither does the other's; operators, readers and strangers may call none of these.
begin;
select plan(36);

select tests.endpoint() as e \gset
create temporary table verbs as
select v.*
from (
    values ('producer', 'create_todo(%L, ''q'', ''t'')'), ('producer', 'create_todos(%L, ''[]'')'), ('agent', 'claim_next(%L)'),
    ('agent', 'claim_batch(%L, 1)'), ('agent', 'claim(%L, %L)'), ('agent', 'heartbeat(%L, %L)'), ('agent', 'complete(%L, %L)'),
    ('agent', 'fail(%L, %L)'), ('agent', 'release(%L, %L)')
) as v (side, call);
grant select on verbs to public;

set session authorization tests_agent;
select alike(tests.refusal(format('select switchboard.' || v.call, :'e', 'td_0')), '42501 %', 'not for an agent: ' || v.call)
from verbs as v
where v.side = 'producer';
set session authorization tests_producer;
select alike(tests.refusal(format('select switchboard.' || v.call, :'e', 'td_0')), '42501 %', 'not for a producer: ' || v.call)
from verbs as v
where v.side = 'agent';
set session authorization tests_operator;
select alike(tests.refusal(format('select switchboard.' || v.call, :'e', 'td_0')), '42501 %', 'not for an operator: ' || v.call)
from verbs as v;
set session authorization tests_reader;
select alike(tests.refusal(format('select switchboard.' || v.call, :'e', 'td_0')), '42501 %', 'not for a reader: ' || v.call)
from verbs as v;
set session authorization tests_nobody;
select alike(tests.refusal(format('select switchboard.' || v.call, :'e', 'td_0')), '42501 %', 'not for anybody else: ' || v.call)
from verbs as v;
reset session authorization;

select * from finish();
rollback;
