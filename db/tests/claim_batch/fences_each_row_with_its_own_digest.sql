-- contract 1.3: the i-th digest fences the i-th row, digests left over are not used, and an empty list is none.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.todo(:'e', p_title => '1') as one \gset
select tests.todo(:'e', p_title => '2') as two \gset

set session authorization tests_agent;
create temporary table claimed as
select
    c.id,
    c.title
from switchboard.claim_batch(:'e', 3, p_lease_token_hashes => array[sha256('1'), sha256('2'), sha256('3')]) as c;
select tests.todo(:'e') as three \gset
select count(*) as n from switchboard.claim_batch(:'e', 1, p_lease_token_hashes => '{}') \gset
reset session authorization;

select is(count(*), 2::bigint, 'each row has its own')
from claimed as c
cross join lateral tests.attempts(c.id) as a
where a.lease_token_hash = sha256(convert_to(c.title, 'UTF8'));
select is(a.lease_token_hash, null, 'an empty list is none') from tests.attempts(:'three') as a;

select * from finish();
rollback;
