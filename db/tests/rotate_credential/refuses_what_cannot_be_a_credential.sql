-- contract 1.3: unknown endpoint SB404; no digest SB400; another endpoint's credential, or a revoked endpoint, SB409.
begin;
select plan(9);

select tests.endpoint() as e \gset
select tests.endpoint('second') as e2 \gset
select tests.endpoint('gone') as gone \gset
select switchboard.revoke_endpoint(:'gone') as n \gset

set session authorization tests_operator;
select throws_ok(format('select switchboard.rotate_credential(%L, %L)', e, hash), code, null, name)
from (
    values
    ('an unknown endpoint', gen_random_uuid(), null, 'SB404'),
    ('null', :'e', null, 'SB400'),
    ('31 bytes', :'e', substr(sha256('x'), 2), 'SB400'),
    ('empty', :'e', '', 'SB400'),
    ('another endpoint''s', :'e', sha256('second'), 'SB409'),
    ('a revoked endpoint''s', :'e', sha256('gone'), 'SB409'),
    ('under a revoked endpoint', :'gone', sha256('new'), 'SB409')
) as c (name, e, hash, code);
select lives_ok(format($$select switchboard.rotate_credential(%L, sha256('first'))$$, :'e'), 'its own again');
reset session authorization;

select set_eq(
    'select slug, credential_hash from switchboard.endpoints',
    $$values ('first' collate "C", sha256('first')), ('second' collate "C", sha256('second')),
        ('gone' collate "C", sha256('gone'))$$,
    'nothing changed'
);

select * from finish();
rollback;
