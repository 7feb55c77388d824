-- contract 1.1, behaviour 2.9: from then on its calls and its credential are SB401, told as those of an unknown endpoint.
begin;
select plan(10);

select tests.endpoint() as e \gset
select tests.claimed(:'e') as id \gset
create temp table calls (verb text);
insert into calls values
('claim_next(%1$L)'), ('complete(%1$L, %2$L)'), ('get_todo(%1$L, %2$L)'), ('create_todo(%1$L, ''q'', ''a todo'')');
grant select on calls to public;

set session authorization tests_operator;
select is(switchboard.revoke_endpoint(:'e'), 1, 'revoked');
set session authorization tests_server;
select throws_ok(format('select from switchboard.' || verb, :'e', :'id'), 'SB401', null, verb) from calls order by verb;
select
    is(
        tests.refusal(format('select from switchboard.' || verb, :'e', :'id')),
        tests.refusal(format('select from switchboard.' || verb, gen_random_uuid(), :'id')),
        'as unknown: ' || verb
    )
from calls order by verb;
select throws_ok($$select from switchboard.authenticate(sha256('first'))$$, 'SB401', null, 'the credential');
reset session authorization;

select * from finish();
rollback;
