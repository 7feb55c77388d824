-- contract 1.1, 1.4, cases B1.9: a login acts for the endpoints vended to a role that it uses; for others, for those vended to no role
-- and for those whose role is gone it is SB403, whatever the verb. The shim acts for all. Nobody here is a superuser.
begin;
select plan(6);

select tests.endpoint('ours') as ours \gset
select tests.endpoint('without') as roleless \gset
select tests.endpoint('others') as elsewhere \gset
select tests.endpoint('gone') as gone \gset
update switchboard.endpoints set db_role = null where id = :'roleless';
update switchboard.endpoints set db_role = 'tests_nobody' where id = :'elsewhere';
update switchboard.endpoints set db_role = 'tests_no_such_role' where id = :'gone';

set session authorization tests_agent;
create temporary table answers as
select
    e.slug,
    left(tests.refusal(format('select switchboard.' || v.call, e.endpoint, 'td_0')), 5) as code
from (
    values ('ours', :'ours'), ('without', :'roleless'), ('others', :'elsewhere'), ('gone', :'gone')
) as e (slug, endpoint)
cross join (
    values ('claim_next(%L)'), ('claim_batch(%L, 1)'), ('list_todos(%L)'), ('claim(%L, %L)'), ('heartbeat(%L, %L)'),
    ('complete(%L, %L)'), ('fail(%L, %L)'), ('release(%L, %L)'), ('get_todo(%L, %L)'), ('list_attempts(%L, %L)'),
    ('interrupt(%L, %L, ''input-required'')'), ('resume(%L, %L)'), ('cancel(%L, %L)'), ('reject(%L, %L)')
) as v (call);
grant insert on answers to tests_producer;
select is(current_setting('is_superuser'), 'off', 'an agent is no superuser');
set session authorization tests_producer;
insert into answers select
    e.slug,
    left(tests.refusal(format('select switchboard.' || v.call, e.endpoint)), 5) as code
from (values ('without', :'roleless'), ('others', :'elsewhere'), ('gone', :'gone')) as e (slug, endpoint)
cross join (values ('create_todo(%L, ''q'', ''t'')'), ('create_todos(%L, ''[]'')')) as v (call);
select is(current_setting('is_superuser'), 'off', 'a producer is no superuser');
set session authorization tests_shim;
select is(current_setting('is_superuser'), 'off', 'the shim is no superuser');
select lives_ok(format('select switchboard.claim_next(%L)', e.endpoint), 'the shim acts for ' || e.slug)
from (values ('others', :'elsewhere')) as e (slug, endpoint);
reset session authorization;

select bag_eq(
    'select distinct slug, code from answers where slug <> ''ours''',
    $$values ('without', 'SB403'), ('others', 'SB403'), ('gone', 'SB403')$$,
    'all verbs for endpoints that are not vended to it'
);
select bag_eq(
    'select distinct code from answers where slug = ''ours''', $$values (null), ('SB404')$$, 'none for those that are'
);

select * from finish();
rollback;
