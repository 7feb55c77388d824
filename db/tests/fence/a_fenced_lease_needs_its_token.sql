-- behaviour [43], 2.11: on a fenced lease no token, a wrong one and another todo's are conflicts on all four verbs.
begin;
select plan(13);

select tests.endpoint() as e \gset
select tests.claimed(:'e', p_token => sha256('right')) as id \gset
select tests.claimed(:'e', p_token => sha256('other')) as other \gset
select tests.snapshot(:'id') as was \gset

set session authorization tests_agent;
select
    throws_ok(
        format('select switchboard.%s(%L, %L, p_lease_token_hash => %L)', v.verb, :'e', :'id', t.token),
        'SB409', null, v.verb || ' with ' || t.name || ' is a conflict'
    )
from unnest('{heartbeat,complete,fail,release}'::text[]) as v (verb)
cross join (
    values ('no token', null), ('a wrong token', sha256('wrong')), ('another todo''s token', sha256('other'))
) as t (name, token);
reset session authorization;

select is(tests.snapshot(:'id'), :'was'::jsonb, 'nothing changed');

select * from finish();
rollback;
