-- contract 1.3: the human's endpoints, oldest first, as operators see them; nobody else's, and never a credential.
begin;
select plan(2);

select tests.human() as h \gset
select tests.endpoint('first', '{a,b}', '{claim}', p_default_lease_ttl => '10 minutes') as e \gset
select tests.endpoint('other', p_human => 'bob') as foreign_e \gset
select tests.endpoint('second') as revoked \gset
update switchboard.endpoints set created_at = created_at + interval '1 second' where id = :'revoked';
select switchboard.revoke_endpoint(:'revoked') as n \gset

set session authorization tests_server;
select results_eq(
    format('select slug, revoked_at is not null from switchboard.owner_list_endpoints(%L)', :'h'),
    $$values ('first', false), ('second', true)$$,
    'their own, oldest first'
);
select
    is(
        to_jsonb(e) - 'created_at' - 'agent_id',
        jsonb_build_object(
            'endpoint_id', :'e', 'slug', 'first', 'agent_name', 'agent', 'human_id', :'h', 'human_name', 'ann',
            'queues', '{a,b}'::text[], 'verbs', '{claim}'::text[], 'default_lease_ttl', '00:10:00', 'db_role', 'tests_workers',
            'has_credential', true, 'expires_at', null, 'revoked_at', null
        ),
        'these columns and no other'
    )
from switchboard.owner_list_endpoints(:'h') as e where e.slug = 'first';
reset session authorization;

select * from finish();
rollback;
