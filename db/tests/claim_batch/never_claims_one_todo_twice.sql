-- cases C4: a lease of a batch must not lapse into the same batch, however short it is.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset

set session authorization tests_agent;
select is(count(*), 1::bigint, 'one row') from switchboard.claim_batch(:'e', 100, p_lease_ttl => '1 microsecond');
reset session authorization;

select is(count(*), 1::bigint, 'one attempt') from tests.attempts(:'id');

select * from finish();
rollback;
