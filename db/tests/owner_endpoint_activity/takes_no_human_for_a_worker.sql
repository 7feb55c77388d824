-- board "last seen": of a worker: what the human claims and extends from the Board is no sign of one; a worker that waits for a person is.
begin;
select plan(4);

select tests.human() as h \gset
select tests.endpoint() as e \gset
select tests.freeze('2025-03-30 10:00+00') as now \gset
select tests.todo(:'e') as yours \gset
select from switchboard.owner_claim(:'h', :'yours', '1 day');
select is(last_seen_at, null, 'the human claimed') from switchboard.owner_endpoint_activity(:'h');
select from switchboard.owner_extend(:'h', :'yours', '1 day');
select is(last_seen_at, null, 'and extended') from switchboard.owner_endpoint_activity(:'h');
select from switchboard.owner_complete(:'h', :'yours');
select is(last_seen_at, null, 'and completed') from switchboard.owner_endpoint_activity(:'h');

select tests.freeze('2025-03-30 10:10+00') as now \gset
select tests.todo_in(:'e', 'auth-required');
select is(last_seen_at, '2025-03-30 10:10+00', 'a worker asked for a sign-in') from switchboard.owner_endpoint_activity(:'h');

select * from finish();
rollback;
