-- cases C4: with hash, merge and material switched off, so that a sub-select might run once a row, the limit holds.
begin;
select plan(2);

select tests.endpoint() as e \gset
select count(tests.todo(:'e', p_title => 'todo ' || g.n)) as n from generate_series(1, 20) as g (n) \gset

set enable_hashjoin = off;
set enable_mergejoin = off;
set enable_material = off;
set enable_sort = off;
set enable_hashagg = off;
set session authorization tests_agent;
select is(count(*), 2::bigint, 'two rows are answered') from switchboard.claim_batch(:'e', 2);
reset session authorization;

select is(count(*), 2::bigint, 'two todos are claimed') from switchboard.todos as t where t.state = 'claimed';

select * from finish();
rollback;
