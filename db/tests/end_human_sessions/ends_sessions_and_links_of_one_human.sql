-- sign-in: all of that human and nobody else's; answers how many live sessions there were.
begin;
select plan(5);

select tests.human() as h \gset
select tests.human('bob') as bob \gset
select tests.freeze() as t \gset
select switchboard.create_sign_in_link(h.id, sha256(convert_to(h.name || n, 'UTF8')))
from switchboard.humans as h cross join generate_series(1, 4) as n;
select count(switchboard.redeem_sign_in_link(sha256(convert_to(h.name || n, 'UTF8')), sha256(convert_to(h.name || n, 'UTF8')))) as r
from switchboard.humans as h cross join generate_series(1, 3) as n \gset
update switchboard.board_sessions set expires_at = :'t' where session_hash in (sha256('ann1'), sha256('bob1'));

set session authorization tests_operator;
select is(switchboard.end_human_sessions(:'h'), 2, 'two were live, one had expired');
set session authorization tests_shim;
select is(switchboard.end_human_sessions(:'h'), 0, 'none is left');
reset session authorization;
select set_eq(
    'select session_hash from switchboard.board_sessions',
    $$values (sha256('bob1')), (sha256('bob2')), (sha256('bob3'))$$, 'sessions of others stay'
);
select set_eq('select token_hash from switchboard.sign_in_links', $$values (sha256('bob4'))$$, 'and their links');

set session authorization tests_shim;
select switchboard.create_sign_in_link(:'h', sha256('again'));
select is(switchboard.redeem_sign_in_link(sha256('again'), sha256('again')), :'h'::uuid, 'the human may sign in anew');
reset session authorization;

select * from finish();
rollback;
