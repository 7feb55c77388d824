-- behaviour [86] as superseded, contract 1.1: malformed uuid text never reaches our code: 22P02, for humans and for endpoints.
begin;
select plan(6);

set session authorization tests_server;
select throws_ok(format('select from switchboard.owner_claim(%L, %L)', h, 'td_0'), '22P02', null, quote_literal(h))
from unnest(array['', ' ', 'ann', ''' or true --', gen_random_uuid() || 'x']) as h;
select throws_ok(
    format('select from switchboard.owner_revoke_endpoint(%L, %L)', gen_random_uuid(), 'first'), '22P02', null, 'an endpoint'
);
reset session authorization;

select * from finish();
rollback;
