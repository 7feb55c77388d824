-- contract 1.3, design 7: queues and verbs change without a revoke; todos on a queue that was lost stay and wait for its return.
begin;
select plan(6);

select tests.endpoint(p_queues => '{q,p}') as e \gset
select tests.claimed(:'e') as id \gset
select tests.snapshot(:'id') as was \gset

set session authorization tests_operator;
select lives_ok(format($$select switchboard.set_scope(%L, '{p}', '{claim_next,complete}')$$, :'e'), 'narrowed');
set session authorization tests_agent;
select throws_ok(format('select from switchboard.complete(%L, %L)', :'e', :'id'), 'SB403', null, 'the queue is lost');
select throws_ok(format('select from switchboard.list_todos(%L)', :'e'), 'SB403', null, 'the verb is lost');
reset session authorization;
select is(tests.snapshot(:'id'), :'was'::jsonb, 'the todo is as it was');
set session authorization tests_operator;
select lives_ok(format($$select switchboard.set_scope(%L, '{q}', '{complete}')$$, :'e'), 'widened');
set session authorization tests_agent;
select is((switchboard.complete(:'e', :'id')).state, 'done', 'the queue is back');
reset session authorization;

select * from finish();
rollback;
