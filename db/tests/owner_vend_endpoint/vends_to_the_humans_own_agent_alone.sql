-- contract 1.3: arguments as vend_endpoint; another human's agent is SB404, as an unknown one, and then the arguments count.
begin;
select plan(5);

select tests.human() as h \gset
select switchboard.register_agent(:'h', 'builder') as a \gset
select switchboard.register_agent(tests.human('bob'), 'builder') as foreign_a \gset

set session authorization tests_server;
select switchboard.owner_vend_endpoint(
    :'h', :'a', 'first', '{q}', '{claim}', sha256('first'), '2999-01-01 00:00:00+00', '1 hour', 'tests_workers'
) as e \gset
select
    throws_ok(
        format($$select switchboard.owner_vend_endpoint(%L, %L, 'second', '{q}', '{claim}', sha256('second'))$$, :'h', a),
        'SB404',
        null,
        name
    )
from (values ('a foreign agent', :'foreign_a'), ('an unknown agent', gen_random_uuid()::text)) as c (name, a);
select throws_ok(
    format($$select switchboard.owner_vend_endpoint(%L, %L, 'Second', '{q}', '{claim}', sha256('second'))$$, :'h', :'foreign_a'),
    'SB404', null, 'the agent before the slug'
);
select throws_ok(
    format($$select switchboard.owner_vend_endpoint(%L, %L, 'first', '{q}', '{claim}', sha256('second'))$$, :'h', :'a'),
    'SB409', null, 'a taken slug'
);
reset session authorization;

select results_eq(
    $$select id, agent_id, slug, expires_at, default_lease_ttl, db_role from switchboard.endpoints$$,
    format(
        $$values (
            %L::uuid, %L::uuid, 'first' collate "C", '2999-01-01 00:00:00+00'::timestamptz, interval '1 hour', 'tests_workers'::name
        )$$,
        :'e', :'a'
    ),
    'one endpoint'
);

select * from finish();
rollback;
