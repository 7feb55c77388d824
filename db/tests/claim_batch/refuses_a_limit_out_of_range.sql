-- contract 1.3, 1.6, cases S32: 1 to 100.
begin;
select plan(7);

select tests.endpoint() as e \gset
select count(tests.todo(:'e', p_title => 'todo ' || g.n)) as n from generate_series(1, 101) as g (n) \gset

set session authorization tests_agent;
select
    throws_ok(
        format('select switchboard.claim_batch(%L, %L)', :'e', l.n), 'SB400', null, 'limit ' || coalesce(l.n::text, 'null')
    )
from unnest('{null,-1,0,101,1000000000}'::int[]) as l (n);
select is(count(*), 100::bigint, '100 are claimed') from switchboard.claim_batch(:'e', 100);
select is(count(*), 1::bigint, 'the refusals had claimed none') from switchboard.claim_batch(:'e', 100);
reset session authorization;

select * from finish();
rollback;
