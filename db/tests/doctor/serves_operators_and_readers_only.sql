-- contract 1.4: operators and readers may call it; nobody else.
begin;
select plan(5);

select tests.endpoint() as e \gset
set session authorization tests_operator;
select lives_ok('select from switchboard.doctor()', 'operator');
set session authorization tests_reader;
select lives_ok('select from switchboard.doctor()', 'reader');
set session authorization tests_agent;
select throws_ok('select from switchboard.doctor()', '42501', null, 'agent');
set session authorization tests_producer;
select throws_ok('select from switchboard.doctor()', '42501', null, 'producer');
set session authorization tests_shim;
select throws_ok('select from switchboard.doctor()', '42501', null, 'shim');
reset session authorization;

select * from finish();
rollback;
