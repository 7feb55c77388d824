-- contract 1.3, sign-in: that session alone; again, unknown and none are no error.
begin;
select plan(6);

select tests.human() as h \gset
select switchboard.create_sign_in_link(:'h', sha256(name)) from unnest('{one,two}'::bytea[]) as name;
select count(switchboard.redeem_sign_in_link(sha256(name), sha256(name))) as r from unnest('{one,two}'::bytea[]) as name \gset

set session authorization tests_shim;
select lives_ok(format('select switchboard.end_session(%L)', hash), name)
from (
    values
    ('one', sha256('one')), ('again', sha256('one')), ('unknown', sha256('nobody')), ('empty', ''), ('null', null)
) as c (name, hash);
reset session authorization;
select set_eq('select session_hash from switchboard.board_sessions', $$values (sha256('two'))$$, 'the other one stays');

select * from finish();
rollback;
