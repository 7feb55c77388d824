-- behaviour 7.5, cases S39: strictly older than the age, counted from the end, not from the creation.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.freeze('2025-01-01 00:00:00+00') as created_at \gset
select tests.todo(:'e') as id \gset
select tests.freeze('2025-03-01 00:00:00+00') as ended_at \gset
select from switchboard.claim(:'e', :'id');
select from switchboard.complete(:'e', :'id');

select tests.freeze('2025-03-01 00:00:01+00') as now \gset
set session authorization tests_operator;
select is(switchboard.prune_todos(), 0::bigint, 'an old todo that ended a second ago stays');
reset session authorization;
select tests.freeze('2025-03-31 00:00:00+00') as now \gset
set session authorization tests_operator;
select is(switchboard.prune_todos(), 0::bigint, '30 days after its end it still stays');
reset session authorization;
select tests.freeze('2025-03-31 00:00:00.000001+00') as now \gset
set session authorization tests_operator;
select is(switchboard.prune_todos(), 1::bigint, 'a microsecond later it goes');
reset session authorization;

select * from finish();
rollback;
