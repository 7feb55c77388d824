-- contract 1.3, sign-in: unknown, signed out, signed out everywhere, expired and malformed are SB401 with the same bytes; a link is no session.
begin;
select plan(9);

select tests.human() as h \gset
select tests.human('bob') as bob \gset
select tests.freeze() as t \gset
select switchboard.create_sign_in_link(c.human_id, sha256(c.name::bytea))
from (values ('expired', :'h'::uuid), ('ended', :'h'), ('revoked', :'bob')) as c (name, human_id);
select count(switchboard.redeem_sign_in_link(sha256(name), sha256(name))) as r
from unnest('{expired,ended,revoked}'::bytea[]) as name \gset
select switchboard.end_session(sha256('ended'));
select switchboard.end_human_sessions(:'bob') as n \gset
select tests.freeze(:'t'::timestamptz + interval '30 days') as t \gset
select switchboard.create_sign_in_link(:'bob', sha256('link'));

set session authorization tests_shim;
select tests.refusal($$select switchboard.session_human(sha256('nobody'))$$) as answer \gset
select matches(:'answer'::text, '^SB401 \|', 'unknown');
select is(tests.refusal(format('select switchboard.session_human(%L)', hash)), :'answer'::text, name)
from (
    values
    ('expires at this moment', sha256('expired')), ('ended', sha256('ended')), ('revoked', sha256('revoked')),
    ('a link''s', sha256('link')), ('empty', ''::bytea), ('too short', '\x00'), ('null', null)
) as c (name, hash);
reset session authorization;
select isnt_empty($$select from switchboard.board_sessions where session_hash = sha256('expired')$$, 'it was there to be refused');

select * from finish();
rollback;
