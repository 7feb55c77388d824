-- board: the list is bounded, however many labels workers give; the latest stay.
begin;
select plan(2);

select tests.human() as h \gset
select tests.endpoint() as e \gset
select (switchboard.claim(:'e', tests.todo(:'e'), null, 'w' || lpad(n::text, 3, '0'))).id from generate_series(1, 205) as n;

set session authorization tests_server;
select is(count(*), 200::bigint, 'so many') from switchboard.owner_workers(:'h');
select is(min(claimant), 'w006', 'the latest') from switchboard.owner_workers(:'h');
reset session authorization;

select * from finish();
rollback;
