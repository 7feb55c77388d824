-- contract 1.3, sign-in: unknown, used, expired, revoked and malformed are SB401 with the same bytes, whatever the session's secret; nothing is opened.
begin;
select plan(20);

select tests.human() as h \gset
select tests.human('bob') as bob \gset
select tests.freeze() as t \gset
select switchboard.create_sign_in_link(:'bob', sha256('revoked'));
select switchboard.end_human_sessions(:'bob') as n \gset
select switchboard.create_sign_in_link(:'h', sha256('expired'));
select tests.freeze(:'t'::timestamptz + interval '15 minutes') as t \gset
select switchboard.create_sign_in_link(:'bob', sha256('used'));
select switchboard.redeem_sign_in_link(sha256('used'), sha256('first')) as r \gset

set session authorization tests_shim;
select tests.refusal($$select switchboard.redeem_sign_in_link(sha256('nobody'), sha256('new'))$$) as answer \gset
select matches(:'answer'::text, '^SB401 \|', 'unknown');
select
    is(
        tests.refusal(format('select switchboard.redeem_sign_in_link(%L, %L)', c.hash, s.hash)), :'answer'::text,
        c.name || ', ' || s.name
    )
from (
    values
    ('used', sha256('used')), ('expires at this moment', sha256('expired')), ('revoked', sha256('revoked')),
    ('empty', ''::bytea), ('too short', '\x00'), ('null', null)
) as c (name, hash)
cross join (values ('a new session', sha256('new')), ('a known one', sha256('first')), ('none', null)) as s (name, hash);
reset session authorization;
select set_eq('select session_hash from switchboard.board_sessions', $$values (sha256('first'))$$, 'nobody else is signed in');

select * from finish();
rollback;
