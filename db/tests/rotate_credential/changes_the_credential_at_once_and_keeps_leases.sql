-- contract 1.3, cases S50: the old credential is SB401 at once, the new one opens the endpoint, and a fenced lease can be reported on.
begin;
select plan(5);

select tests.endpoint() as e \gset
select tests.claimed(:'e', p_token => sha256('right')) as id \gset
select tests.snapshot(:'id') as was \gset

set session authorization tests_operator;
select lives_ok(format($$select switchboard.rotate_credential(%L, sha256('new'))$$, :'e'), 'rotated');
set session authorization tests_server;
select throws_ok($$select from switchboard.authenticate(sha256('first'))$$, 'SB401', null, 'the old one is refused');
select is((switchboard.authenticate(sha256('new'))).endpoint_id, :'e'::uuid, 'the new one opens it');
reset session authorization;
select is(tests.snapshot(:'id'), :'was'::jsonb, 'the lease is as it was');
set session authorization tests_agent;
select is((switchboard.complete(:'e', :'id', p_lease_token_hash => sha256('right'))).state, 'done', 'and its holder completes');
reset session authorization;

select * from finish();
rollback;
