-- contract 1.3: as rotate_credential; a digest that is none is SB400.
begin;
select plan(4);

select tests.human() as h \gset
select tests.endpoint() as e \gset

set session authorization tests_server;
select throws_ok(format('select switchboard.owner_rotate_credential(%L, %L, %L)', :'h', :'e', '\x00'), 'SB400', null, 'one byte');
select lives_ok(format($$select switchboard.owner_rotate_credential(%L, %L, sha256('new'))$$, :'h', :'e'), 'rotated');
select is((switchboard.authenticate(sha256('new'))).endpoint_id, :'e'::uuid, 'the new credential opens it');
select throws_ok($$select from switchboard.authenticate(sha256('first'))$$, 'SB401', null, 'the old one does not');
reset session authorization;

select * from finish();
rollback;
