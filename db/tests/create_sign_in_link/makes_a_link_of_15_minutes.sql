-- contract 1.3, sign-in: one row a link, under the digest alone; making another leaves the first.
begin;
select plan(4);

select tests.human() as h \gset
select tests.freeze() as t \gset

set session authorization tests_shim;
select lives_ok(format($$select switchboard.create_sign_in_link(%L, sha256('one'))$$, :'h'), 'one');
select lives_ok(format($$select switchboard.create_sign_in_link(%L, sha256('two'))$$, :'h'), 'another');
reset session authorization;
select set_eq(
    'select token_hash, human_id, created_at, expires_at from switchboard.sign_in_links',
    format(
        $$select sha256(t), %L::uuid, %L::timestamptz, %L::timestamptz + interval '15 minutes'
        from unnest(array['one', 'two']::bytea[]) as t$$,
        :'h', :'t', :'t'
    ),
    'both are there'
);
select is_empty('select from switchboard.board_sessions', 'nobody is signed in yet');

select * from finish();
rollback;
