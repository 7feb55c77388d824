-- behaviour [123]: a refused fence, a conflict, a duplicate and an idle claim change no number.
begin;
select plan(6);

select tests.endpoint() as e \gset
select tests.claimed(:'e', null, sha256('token')) as held \gset
select tests.todo_in(:'e', 'done') as done \gset
select tests.todo(:'e', p_key => 'k', p_assignee => 'agent:other') as keyed \gset
select tests.freeze();
select to_jsonb(q) as unmoved from switchboard.queue_metrics() as q \gset

set session authorization tests_agent;
select throws_ok(
    format($$select switchboard.complete(%L, %L, p_lease_token_hash => sha256('x'))$$, :'e', :'held'), 'SB409', null, 'fence'
);
select throws_ok(format($$select switchboard.fail(%L, %L)$$, :'e', :'done'), 'SB409', null, 'conflict');
select throws_ok(format($$select switchboard.claim(%L, %L)$$, :'e', :'keyed'), 'SB409', null, 'kept for somebody');
select is_empty(format($$select from switchboard.claim_next(%L)$$, :'e'), 'idle');
reset session authorization;
select is(tests.todo(:'e', p_key => 'k'), :'keyed', 'a duplicate');

select is(to_jsonb(q), :'unmoved', 'no number has changed') from switchboard.queue_metrics() as q;

select * from finish();
rollback;
