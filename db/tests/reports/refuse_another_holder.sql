-- behaviour [33], cases S7, S15, S16: who lost the lease to another owner, here the human who took over, changes nothing and
-- leaves no text.
begin;
select plan(5);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.claimed(:'e', interval '1 microsecond') as id \gset
select switchboard.owner_claim(:'h', :'id') \gset
select tests.snapshot(:'id') as was \gset

set session authorization tests_agent;
select
    throws_ok(
        format(
            'select switchboard.%s(%L, %L%s)', v.verb, :'e', :'id',
            case when v.verb <> 'heartbeat' then ', p_summary => ''mine'', p_artifact => ''mcp://cairn/mine''' end
        ),
        'SB409', null, v.verb || ' by another is a conflict'
    )
from unnest('{heartbeat,complete,fail,release}'::text[]) as v (verb);
reset session authorization;

select is(tests.snapshot(:'id'), :'was'::jsonb, 'nothing changed');

select * from finish();
rollback;
