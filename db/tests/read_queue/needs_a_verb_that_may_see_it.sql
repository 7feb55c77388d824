-- contract 1.1, 2: list_todos or claim_next; another endpoint's queue of the same name is another queue.
begin;
select plan(6);

select tests.endpoint('lists', p_verbs => array['list_todos', 'create_todo']) as lists \gset
select tests.endpoint('claims', p_verbs => array['claim_next']) as claims \gset
select tests.endpoint('neither', p_verbs => array['claim', 'get_todo']) as neither \gset
select tests.endpoint('gone', p_verbs => array['list_todos']) as gone \gset
select switchboard.revoke_endpoint(:'gone');
select tests.todo(:'lists') as id \gset

set session authorization tests_agent;
select is(pending, 1::bigint, 'list_todos') from switchboard.read_queue(:'lists', 'q');
select is(pending, 0::bigint, 'claim_next, and none of the other''s') from switchboard.read_queue(:'claims', 'q');
select throws_ok(format($$select switchboard.read_queue(%L, 'q')$$, :'neither'), 'SB403', null, 'neither');
select throws_ok(format($$select switchboard.read_queue(%L, 'q')$$, :'gone'), 'SB401', null, 'revoked');
select throws_ok($$select switchboard.read_queue(null, 'q')$$, 'SB401', null, 'no endpoint');
set session authorization tests_producer;
select throws_ok(format($$select switchboard.read_queue(%L, 'q')$$, :'lists'), '42501', null, 'not for producers');
reset session authorization;

select * from finish();
rollback;
