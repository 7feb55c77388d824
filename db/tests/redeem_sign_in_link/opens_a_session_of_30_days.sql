-- contract 1.3, sign-in: of the link's human, also in its last moment; the link is gone, the human's other links stay.
begin;
select plan(4);

select tests.human() as h \gset
select tests.human('bob') as bob \gset
select tests.freeze(now()) as t \gset
select switchboard.create_sign_in_link(:'h', sha256('link'));
select switchboard.create_sign_in_link(:'h', sha256('other'));
select switchboard.create_sign_in_link(:'bob', sha256('bob''s'));
select tests.freeze(:'t'::timestamptz + interval '15 minutes' - interval '1 microsecond') as final \gset

set session authorization tests_shim;
select is(switchboard.redeem_sign_in_link(sha256('link'), sha256('session')), :'h'::uuid, 'whose link it was');
select is(switchboard.session_human(sha256('session')), :'h'::uuid, 'signed in');
reset session authorization;
select results_eq(
    'select session_hash, human_id, created_at, expires_at from switchboard.board_sessions',
    format(
        $$values (sha256('session'), %L::uuid, %L::timestamptz, %L::timestamptz + interval '30 days')$$, :'h', :'final', :'final'
    ),
    'the session'
);
select set_eq(
    'select token_hash from switchboard.sign_in_links', $$values (sha256('other')), (sha256('bob''s'))$$, 'the link is used up'
);

select * from finish();
rollback;
