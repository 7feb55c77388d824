-- behaviour [86], contract 1.1: an endpoint that is unknown, null, revoked or expired is SB401 for every verb, lists included, in one
-- text; malformed uuid text is PostgreSQL's own error.
begin;
select plan(3);

select tests.endpoint('revoked') as revoked \gset
select tests.endpoint('expired') as expired \gset
select tests.todo(:'revoked') as of_revoked \gset
select tests.todo(:'expired') as of_expired \gset
select switchboard.revoke_endpoint(:'revoked') \gset
select tests.freeze() as now \gset
update switchboard.endpoints set expires_at = :'now' where id = :'expired';
create temporary table snapshots as select
    i.id,
    tests.snapshot(i.id) as was
from unnest(array[:'of_revoked', :'of_expired']) as i (id);

set session authorization tests_shim;
create temporary table refusals as
select
    v.call,
    c.endpoint,
    tests.refusal(format('select switchboard.' || v.call, c.endpoint, c.id)) as told
from (
    values (gen_random_uuid()::text, :'of_expired'),
    (null, :'of_expired'),
    (:'revoked', :'of_revoked'),
    (:'expired', :'of_expired'),
    ('td_1', :'of_expired'), (:'expired' || ' or 1=1', :'of_expired')
) as c (endpoint, id)
cross join (
    values ('create_todo(%L, ''q'', ''t'')'), ('create_todos(%L, ''[]'')'), ('claim_next(%L)'), ('claim_batch(%L, 1)'),
    ('list_todos(%L)'), ('claim(%L, %L)'), ('heartbeat(%L, %L)'), ('complete(%L, %L)'), ('fail(%L, %L)'), ('release(%L, %L)'),
    ('get_todo(%L, %L)'), ('list_attempts(%L, %L)'), ('interrupt(%L, %L, ''input-required'')'), ('resume(%L, %L)'),
    ('cancel(%L, %L)'), ('reject(%L, %L)')
) as v (call);
reset session authorization;

select results_eq(
    'select left(told, 5), count(*), count(distinct told) from refusals where length(endpoint) = 36 is not false group by 1',
    $$values ('SB401', 64::bigint, 1::bigint)$$,
    'sixteen verbs refuse the four in one text'
);
select results_eq(
    $$select left(told, 5), count(*) from refusals where length(endpoint) <> 36 group by 1$$,
    $$values ('22P02', 32::bigint)$$,
    'and what is no uuid never reaches them'
);
select is_empty('select from snapshots as s where s.was <> tests.snapshot(s.id)', 'nothing changed');

select * from finish();
rollback;
