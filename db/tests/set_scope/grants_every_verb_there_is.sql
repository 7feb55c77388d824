-- contract 1.3: the drain verbs and create_todo, interrupt, resume, cancel, reject, one by one; nothing else.
begin;
select plan(21);

select tests.endpoint() as e \gset

set session authorization tests_operator;
select lives_ok(format('select switchboard.set_scope(%L, %L, array[%L])', :'e', '{q}', v), v)
from unnest(switchboard.drain_verbs() || array['create_todo', 'interrupt', 'resume', 'cancel', 'reject']) as v;
select throws_ok(format('select switchboard.set_scope(%L, %L, array[%L])', :'e', '{q}', v), 'SB400', null, v)
from unnest(array['create_todos', 'claim_batch', 'list_attempts', 'owner_claim', 'reap_expired', '*', '', 'claim ']) as v;
reset session authorization;

select * from finish();
rollback;
