-- contract 1.4: a login that is a member of the endpoint's role without inheriting it may not act for the endpoint.
begin;
select plan(2);

select tests.endpoint() as e \gset
create role tests_noinherit login noinherit;
grant tests_workers to tests_noinherit;
grant usage on schema switchboard to tests_noinherit;
grant execute on function switchboard.claim_next to tests_noinherit;

set session authorization tests_noinherit;
select ok(pg_has_role('tests_workers', 'member'), 'it is a member');
select throws_ok(format('select switchboard.claim_next(%L)', :'e'), 'SB403', null, 'and may not act');
reset session authorization;

select * from finish();
rollback;
