-- contract 1.3: one agent per human and name; asked again, the same id.
begin;
select plan(4);

select tests.human() as h \gset
select tests.human('bob') as h2 \gset

set session authorization tests_operator;
select switchboard.register_agent(:'h', 'builder') as a \gset
select is(switchboard.register_agent(:'h', 'builder'), :'a'::uuid, 'the same name again');
select isnt(switchboard.register_agent(:'h', 'tester'), :'a'::uuid, 'another name');
select isnt(switchboard.register_agent(:'h2', 'builder'), :'a'::uuid, 'another human''s agent of that name');
reset session authorization;

select is(count(*), 3::bigint, 'three agents') from switchboard.agents;

select * from finish();
rollback;
