-- contract 1.1, cases B2.1: unknown, malformed, absent, revoked and expired credentials are SB401 with the same bytes.
begin;
select plan(8);

select tests.endpoint('revoked') as revoked \gset
select switchboard.revoke_endpoint(:'revoked') as n \gset
select tests.endpoint('expired') as expired \gset
update switchboard.endpoints set expires_at = tests.freeze() where id = :'expired';

set session authorization tests_shim;
select throws_ok(format('select from switchboard.authenticate(%L)', hash), 'SB401', null, name)
from (
    values
    ('unknown', sha256('nobody')), ('empty', ''::bytea), ('too short', '\x00'::bytea), ('null', null),
    ('revoked', sha256('revoked')), ('expires at this moment', sha256('expired'))
) as c (name, hash);
select
    is(
        tests.refusal(format('select from switchboard.authenticate(%L)', sha256(convert_to(name, 'UTF8')))),
        tests.refusal(format('select from switchboard.authenticate(%L)', sha256('nobody'))),
        name || ' as unknown'
    )
from unnest(array['revoked', 'expired']) as name;
reset session authorization;

select * from finish();
rollback;
