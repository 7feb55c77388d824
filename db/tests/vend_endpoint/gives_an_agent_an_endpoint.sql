-- contract 1.3: the endpoint as it was asked for; with a credential, a role, or both.
begin;
select plan(2);

select switchboard.register_agent(tests.human(), 'builder') as a \gset

set session authorization tests_operator;
select switchboard.vend_endpoint(
    :'a', 'full', '{a,b}', '{claim,create_todo}', sha256('c'), '2999-01-01 00:00:00+00', '1 hour', 'tests_workers'
) as full_id \gset
select switchboard.vend_endpoint(:'a', 'by-role', '{a}', '{claim}', p_db_role => 'tests_workers') as by_role \gset
select switchboard.vend_endpoint(:'a', 'by-credential', '{a}', '{claim}', sha256('d')) as by_credential \gset
reset session authorization;

select results_eq(
    $$select id, agent_id, slug, queues, verbs, credential_hash, expires_at, default_lease_ttl, db_role, revoked_at
    from switchboard.endpoints order by slug$$,
    format(
        $$values
            (%2$L::uuid, %1$L::uuid, 'by-credential' collate "C", '{a}'::text[], '{claim}'::text[], sha256('d'),
                null::timestamptz, null::interval, null::name, null::timestamptz),
            (%3$L, %1$L, 'by-role', '{a}', '{claim}', null, null, null, 'tests_workers', null),
            (%4$L, %1$L, 'full', '{a,b}', '{claim,create_todo}', sha256('c'), '2999-01-01 00:00:00+00', '1 hour',
                'tests_workers', null)$$,
        :'a', :'by_credential', :'by_role', :'full_id'
    ),
    'three endpoints'
);
select is((switchboard.authenticate(sha256('c'))).endpoint_id, :'full_id'::uuid, 'the credential opens it');

select * from finish();
rollback;
