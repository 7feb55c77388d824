-- contract 1.4: an operator may call owner_retry, owner_cancel and owner_release for a human, and no other verb of theirs.
begin;
select plan(9);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo_in(:'e', 'dead_letter') as dead \gset
select tests.todo(:'e') as pending \gset
select tests.todo(:'e') as held \gset
select from switchboard.owner_claim(:'h', :'held');

set session authorization tests_operator;
select is((switchboard.owner_retry(:'h', :'dead')).state, 'pending', 'owner_retry');
select is((switchboard.owner_cancel(:'h', :'pending')).state, 'canceled', 'owner_cancel');
select throws_ok(format('select from switchboard.%I(%L, %L)', v, :'h', :'held'), '42501', null, v)
from unnest(array['owner_claim', 'owner_extend', 'owner_complete', 'owner_fail', 'owner_get_todo']) as v;
select is((switchboard.owner_release(:'h', :'held')).state, 'pending', 'owner_release');
reset session authorization;

select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
