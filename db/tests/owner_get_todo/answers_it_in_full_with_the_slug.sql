-- contract 1.3: as get_todo answers it, with endpoint_slug; the endpoint's scope does not bound its owner.
begin;
select plan(1);

select tests.human() as h \gset
select tests.endpoint() as e \gset
select tests.claimed(:'e') as id \gset
select from switchboard.fail(:'e', :'id', '{"n": 2}', 'tried');
select to_jsonb(d) as detail from switchboard.get_todo(:'e', :'id') as d \gset
select from switchboard.set_scope(:'e', '{}', '{}');

set session authorization tests_server;
select is(to_jsonb(d), :'detail'::jsonb || '{"endpoint_slug": "first"}', 'as get_todo, with the slug')
from switchboard.owner_get_todo(:'h', :'id') as d;
reset session authorization;

select * from finish();
rollback;
