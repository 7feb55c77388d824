-- cases E3.2, check state_columns: a todo that failed by the reaper or a revoke has no owner.
begin;
select plan(1);

select tests.endpoint() as e \gset
select tests.claimed(:'e', '1 microsecond', p_max_attempts => 1) as reaped \gset
select tests.claimed(:'e', '1 microsecond', p_max_attempts => 1) as fine \gset
select tests.todo_in(:'e', 'dead_letter') as reported \gset
select count(*) as n from switchboard.reap_expired() \gset
select tests.claimed(tests.endpoint('second')) as revoked \gset
select switchboard.revoke_endpoint(id) as n from switchboard.endpoints where slug = 'second' \gset
create temp table planted as select id from unnest(array[:'reaped', :'revoked']) as id;
grant select on planted to public;
update switchboard.todos as t set owner = 'somebody' from planted as p where t.id = p.id;

set session authorization tests_reader;
select set_eq(
    $$select severity, substring(detail from 'td_[0-9a-f]+') from switchboard.doctor() where check_name = 'state_columns'$$,
    $$select 'violation', id from planted$$,
    'each is named, and no other'
);
reset session authorization;

select * from finish();
rollback;
