-- behaviour [81]: the key is free again when the newer todo is done.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo(:'e', p_max_attempts => 1, p_key => 'k') as dead \gset
select from switchboard.claim(:'e', :'dead');
select from switchboard.fail(:'e', :'dead');
select tests.todo(:'e', p_key => 'k') as newer \gset
select from switchboard.claim(:'e', :'newer');
select from switchboard.complete(:'e', :'newer');

set session authorization tests_server;
select is((switchboard.owner_retry(:'h', :'dead')).state, 'pending', 'retried');
reset session authorization;

select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
