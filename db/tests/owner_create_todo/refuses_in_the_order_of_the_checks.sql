-- contract 1.1: foreign endpoint SB404 as an unknown one, dead endpoint SB409, ungranted queue SB403, then the arguments SB400.
begin;
select plan(10);

select tests.human() as h \gset
select tests.endpoint() as e \gset
select tests.endpoint('other', p_human => 'bob') as foreign_e \gset
select tests.endpoint('revoked') as revoked \gset
select switchboard.revoke_endpoint(:'revoked') as n \gset
select tests.endpoint('expired') as expired \gset
update switchboard.endpoints set expires_at = now() - interval '1 second' where id = :'expired';

set session authorization tests_server;
select throws_ok(format('select from switchboard.owner_create_todo(%L, %L, %L, %L)', :'h', e, queue, title), code, null, name)
from (
    values
    ('an unknown endpoint', gen_random_uuid(), 'x', '', 'SB404'),
    ('another human''s endpoint', :'foreign_e', 'x', '', 'SB404'),
    ('a revoked endpoint', :'revoked', 'x', '', 'SB409'),
    ('an expired endpoint', :'expired', 'x', '', 'SB409'),
    ('an ungranted queue', :'e', 'x', '', 'SB403'),
    ('an empty title', :'e', 'q', '', 'SB400'),
    ('no title', :'e', 'q', null, 'SB400'),
    ('no queue', :'e', null, 'a todo', 'SB400')
) as c (name, e, queue, title, code)
order by name;
select is(
    tests.refusal(format($$select from switchboard.owner_create_todo(%L, %L, 'q', 'a todo')$$, :'h', :'foreign_e')),
    tests.refusal(format($$select from switchboard.owner_create_todo(%L, %L, 'q', 'a todo')$$, :'h', gen_random_uuid())),
    'a foreign endpoint is told as an unknown one'
);
reset session authorization;

select is_empty('select from switchboard.todos', 'nothing was created');

select * from finish();
rollback;
