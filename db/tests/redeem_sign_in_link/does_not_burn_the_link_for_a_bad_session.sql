-- contract 1.3, sign-in: no digest SB400, the digest of a session SB409; the link can still be used.
begin;
select plan(6);

select tests.human() as h \gset
select tests.human('bob') as bob \gset
select switchboard.create_sign_in_link(:'bob', sha256('bob''s'));
select switchboard.redeem_sign_in_link(sha256('bob''s'), sha256('known')) as r \gset
select switchboard.create_sign_in_link(:'h', sha256('link'));

set session authorization tests_shim;
select throws_ok(format($$select switchboard.redeem_sign_in_link(sha256('link'), %L)$$, hash), code, null, name)
from (
    values
    ('null', null, 'SB400'), ('empty', ''::bytea, 'SB400'), ('33 bytes', sha256('x') || '\x00', 'SB400'),
    ('a session''s', sha256('known'), 'SB409')
) as c (name, hash, code);
select is(switchboard.session_human(sha256('known')), :'bob'::uuid, 'the session is whose it was');
select is(switchboard.redeem_sign_in_link(sha256('link'), sha256('new')), :'h'::uuid, 'the link still works');
reset session authorization;

select * from finish();
rollback;
