-- behaviour 2.6, check sweep: leases that lapsed and retries that fell due over a minute ago.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.freeze('2025-01-01 00:00:00+00') as now \gset
select tests.claimed(:'e', '30 seconds') as lapsed \gset
select tests.todo_in(:'e', 'failed') as due \gset

select tests.freeze('2025-01-01 00:01:30+00') as now \gset
set session authorization tests_reader;
select is_empty($$select from switchboard.doctor() where check_name = 'sweep'$$, 'not within a minute');
reset session authorization;
select tests.freeze('2025-01-01 00:01:30.000001+00') as now \gset
set session authorization tests_reader;
select results_eq(
    $$select severity, detail from switchboard.doctor() where check_name = 'sweep'$$,
    $$values ('warning', '2 leases lapsed or retries fell due over a minute ago')$$,
    'both are counted'
);
reset session authorization;

select count(*) as n from switchboard.sweep() \gset
select is_empty($$select from switchboard.doctor() where check_name = 'sweep'$$, 'gone after a sweep');

select * from finish();
rollback;
