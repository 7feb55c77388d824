-- behaviour 2.3: a lease lapses strictly after its deadline, a retry is due at its time.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.freeze() as now \gset
select tests.claimed(:'e', interval '1 minute') as held \gset
select tests.todo_in(:'e', 'failed') as parked \gset

set session authorization tests_agent;
select tests.freeze(:'now'::timestamptz + interval '29.999999 seconds') \gset
select throws_ok(format('select switchboard.claim(%L, %L)', :'e', :'parked'), 'SB409', null, 'a microsecond before the retry');
select tests.freeze(:'now'::timestamptz + interval '30 seconds') \gset
select lives_ok(format('select switchboard.claim(%L, %L)', :'e', :'parked'), 'at the time of the retry');
select tests.freeze(:'now'::timestamptz + interval '1 minute') \gset
select throws_ok(format('select switchboard.claim(%L, %L)', :'e', :'held'), 'SB409', null, 'at the deadline of the lease');
select tests.freeze(:'now'::timestamptz + interval '60.000001 seconds') \gset
select lives_ok(format('select switchboard.claim(%L, %L)', :'e', :'held'), 'a microsecond after it');
reset session authorization;

select * from finish();
rollback;
