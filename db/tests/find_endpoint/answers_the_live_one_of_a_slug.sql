-- contract 1.3: the endpoint of that slug that is not revoked; SB404 when there is none.
begin;
select plan(6);

select tests.endpoint('first') as gone \gset
select switchboard.revoke_endpoint(:'gone') as n \gset
select throws_ok($$select from switchboard.find_endpoint('first')$$, 'SB404', null, 'a revoked one is not found');
update switchboard.endpoints set credential_hash = null;
select tests.endpoint('first') as e \gset

set session authorization tests_operator;
select is((switchboard.find_endpoint('first')).endpoint_id, :'e'::uuid, 'the live one');
select throws_ok(format('select from switchboard.find_endpoint(%L)', s), 'SB404', null, coalesce(quote_literal(s), 'null'))
from unnest(array['second', '', 'FIRST', null]) as s;
reset session authorization;

select * from finish();
rollback;
