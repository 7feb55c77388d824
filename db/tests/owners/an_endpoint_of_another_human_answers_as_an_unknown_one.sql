-- contract 1.1, 1.3: revoke, rotate, set_scope and lists reach the human's own endpoints; another's is SB404, told as unknown, and unchanged.
begin;
select plan(18);

select tests.human() as h \gset
select tests.endpoint('other', p_human => 'bob') as foreign_e \gset
select tests.claimed(:'foreign_e') as id \gset
select tests.snapshot(:'id') as was \gset
create temp table earlier as select e from switchboard.endpoints as e;
create temp table calls (verb text);
insert into calls values
('owner_revoke_endpoint(%L, %L)'),
('owner_rotate_credential(%L, %L, sha256(''new''))'),
('owner_rotate_credential(%L, %L, null)'),
('owner_set_scope(%L, %L, ''{q}'', ''{claim}'')'),
('owner_set_scope(%L, %L, null, null)'),
('owner_list_todos(%L, p_endpoint_id => %L)'),
('owner_list_todos(%L, ''dead_letter'', ''todo'', p_endpoint_id => %L, p_examine => 1)'),
('owner_search_end(%L, p_endpoint_id => %L)');
grant select on calls to public;

set session authorization tests_server;
select throws_ok(format('select switchboard.' || verb, :'h', :'foreign_e'), 'SB404', null, verb) from calls order by verb;
select
    is(
        tests.refusal(format('select switchboard.' || verb, :'h', :'foreign_e')),
        tests.refusal(format('select switchboard.' || verb, :'h', gen_random_uuid())),
        'as unknown: ' || verb
    )
from calls order by verb;
reset session authorization;

select set_eq('select e from switchboard.endpoints as e', 'select e from earlier', 'the endpoint is as it was');
select is(tests.snapshot(:'id'), :'was'::jsonb, 'so is its todo');

select * from finish();
rollback;
