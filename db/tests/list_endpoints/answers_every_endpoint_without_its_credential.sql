-- contract 1.3: every human's, oldest first, revoked ones too; has_credential instead of the credential or its digest.
begin;
select plan(2);

select tests.endpoint('first') as e \gset
select tests.endpoint('other', '{a,b}', '{claim}', 'bob', '1 hour', 'builder') as e2 \gset
select switchboard.revoke_endpoint(:'e') as n \gset
update switchboard.endpoints set credential_hash = null, created_at = created_at + interval '1 second' where id = :'e2';

set session authorization tests_operator;
select results_eq(
    $$select endpoint_id, slug, agent_name, human_name, queues, verbs, default_lease_ttl, db_role, has_credential,
        revoked_at is not null
    from switchboard.list_endpoints()$$,
    format(
        $$values
            (%L::uuid, 'first', 'agent', 'ann', '{q}'::text[], switchboard.drain_verbs() ||
                '{create_todo,interrupt,resume,cancel,reject}', null::interval, 'tests_workers'::name, true, true),
            (%L, 'other', 'builder', 'bob', '{a,b}', '{claim}', '1 hour', 'tests_workers', false, false)$$,
        :'e', :'e2'
    ),
    'both'
);
select is_empty(
    $$select from switchboard.list_endpoints() as l where strpos(l::text, encode(sha256('first'), 'hex')) > 0$$, 'no digest'
);
reset session authorization;

select * from finish();
rollback;
