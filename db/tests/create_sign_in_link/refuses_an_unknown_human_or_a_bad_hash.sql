-- contract 1.3, sign-in: unknown human SB404, as register_agent; no digest SB400; the digest of a link, whosever, SB409.
begin;
select plan(9);

select tests.human() as h \gset
select tests.human('bob') as bob \gset

set session authorization tests_shim;
select switchboard.create_sign_in_link(:'h', sha256('taken'));
select throws_ok(format('select switchboard.create_sign_in_link(%L, %L)', human, hash), code, null, name)
from (
    values
    ('an unknown human', gen_random_uuid(), sha256('new'), 'SB404'),
    ('no human', null, sha256('new'), 'SB404'),
    ('an unknown human and no hash', gen_random_uuid(), null, 'SB404'),
    ('null', :'h', null, 'SB400'),
    ('empty', :'h', '', 'SB400'),
    ('31 bytes', :'h', substr(sha256('x'), 2), 'SB400'),
    ('their own', :'h', sha256('taken'), 'SB409'),
    ('another human''s', :'bob', sha256('taken'), 'SB409')
) as c (name, human, hash, code);
reset session authorization;
select results_eq(
    'select token_hash, human_id from switchboard.sign_in_links', format($$values (sha256('taken'), %L::uuid)$$, :'h'),
    'nothing changed'
);

select * from finish();
rollback;
