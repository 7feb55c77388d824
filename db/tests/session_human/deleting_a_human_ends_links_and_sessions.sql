-- contract 1.3, sign-in: what signs a human in goes with the human.
begin;
select plan(2);

select tests.human() as h \gset
select switchboard.create_sign_in_link(:'h', sha256(name)) from unnest('{one,two}'::bytea[]) as name;
select switchboard.redeem_sign_in_link(sha256('one'), sha256('s')) as r \gset
delete from switchboard.humans where id = :'h';

set session authorization tests_shim;
select throws_ok($$select switchboard.session_human(sha256('s'))$$, 'SB401', null, 'the session');
select throws_ok($$select switchboard.redeem_sign_in_link(sha256('two'), sha256('t'))$$, 'SB401', null, 'the link');
reset session authorization;

select * from finish();
rollback;
