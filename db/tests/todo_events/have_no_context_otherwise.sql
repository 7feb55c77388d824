-- behaviour [130]: below the cap, on completion and on revocation there is no context, and a revocation dead-letters nothing.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.todo_in(:'e', 'done') as done \gset
select tests.todo_in(:'e', 'failed') as failed \gset
select tests.todo_in(:'e', 'lapsed') as reaped \gset
select switchboard.reap_expired();
select tests.todo_in(:'e', 'claimed') as held \gset
select switchboard.revoke_endpoint(:'e');

select is_empty('select from switchboard.todo_events where context is not null', 'none has a context');
select is_empty($$select from switchboard.todo_events where event = 'dead_lettered'$$, 'none is called dead-lettered');
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
