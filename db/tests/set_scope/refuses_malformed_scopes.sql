-- contract 1.1, 1.3: unknown endpoint SB404, then a malformed queue or unknown verb SB400, then a revoked endpoint SB409.
begin;
select plan(12);

select tests.endpoint() as e \gset
select tests.endpoint('gone') as gone \gset
select switchboard.revoke_endpoint(:'gone') as n \gset
create temp table earlier as select e from switchboard.list_endpoints() as e;

set session authorization tests_operator;
select throws_ok(format('select switchboard.set_scope(%L, %L, %L)', e, queues, verbs), code, null, name)
from (
    values
    ('an unknown endpoint', gen_random_uuid(), null, null, 'SB404'),
    ('no queues', :'e', null, '{claim}', 'SB400'),
    ('a null queue', :'e', '{q,null}', '{claim}', 'SB400'),
    ('an empty queue', :'e', '{""}', '{claim}', 'SB400'),
    ('queues in two dimensions', :'e', '{{a,b},{c,d}}', '{claim}', 'SB400'),
    ('no verbs', :'e', '{q}', null, 'SB400'),
    ('an unknown verb', :'e', '{q}', '{claim,peek}', 'SB400'),
    ('a null verb', :'e', '{q}', '{claim,null}', 'SB400'),
    ('verbs in two dimensions', :'e', '{q}', '{{claim},{fail}}', 'SB400'),
    ('a revoked endpoint', :'gone', '{q}', '{claim}', 'SB409')
) as c (name, e, queues, verbs, code);
select lives_ok(
    format('select switchboard.set_scope(%L, queues, verbs) from switchboard.list_endpoints() where slug = %L', :'e', 'first'),
    'its own'
);
reset session authorization;

select set_eq('select e from switchboard.list_endpoints() as e', 'select e from earlier', 'nothing changed');

select * from finish();
rollback;
