-- contract 1.3: a live endpoint's slug, or any endpoint's credential, is SB409; a revoked endpoint's slug is free again.
begin;
select plan(5);

select tests.endpoint('first') as e \gset
select tests.endpoint('gone') as gone \gset
select switchboard.revoke_endpoint(:'gone') as n \gset
select agent_id as a from switchboard.endpoints where slug = 'first' \gset

set session authorization tests_operator;
select throws_ok(
    format($$select switchboard.vend_endpoint(%L, 'first', '{q}', '{claim}', sha256('new'))$$, :'a'), 'SB409', null, 'the slug'
);
select throws_ok(
    format($$select switchboard.vend_endpoint(%L, 'new', '{q}', '{claim}', sha256('first'))$$, :'a'),
    'SB409',
    null,
    'the credential'
);
select throws_ok(
    format($$select switchboard.vend_endpoint(%L, 'new', '{q}', '{claim}', sha256('gone'))$$, :'a'),
    'SB409', null, 'a revoked endpoint''s credential'
);
select lives_ok(
    format($$select switchboard.vend_endpoint(%L, 'gone', '{q}', '{claim}', sha256('new'))$$, :'a'), 'a revoked endpoint''s slug'
);
reset session authorization;

select is(count(*), 3::bigint, 'three endpoints') from switchboard.endpoints;

select * from finish();
rollback;
