-- contract 1.3: endpoint, agent, human, slug, scope and expiry of the credential's endpoint.
begin;
select plan(3);

select tests.endpoint('first', '{a,b}', '{claim,fail}') as e \gset
select tests.endpoint('second') as e2 \gset
update switchboard.endpoints set expires_at = now() + interval '1 day' where id = :'e';

set session authorization tests_shim;
select results_eq(
    $$select endpoint_id, human_id, slug, queues, verbs, expires_at from switchboard.authenticate(sha256('first'))$$,
    format(
        $$values (%L::uuid, %L::uuid, 'first', '{a,b}'::text[], '{claim,fail}'::text[], now() + interval '1 day')$$,
        :'e', tests.human()
    ),
    'the endpoint of the credential'
);
select is((switchboard.authenticate(sha256('second'))).slug, 'second', 'another credential, another endpoint');
reset session authorization;

select is((switchboard.authenticate(sha256('first'))).agent_id, agent_id, 'its agent') from switchboard.endpoints where id = :'e';

select * from finish();
rollback;
