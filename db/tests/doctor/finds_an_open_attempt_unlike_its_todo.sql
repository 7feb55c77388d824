-- cases E3.3, check open_attempt_matches: the open attempt's seq, lease and owner are the todo's.
begin;
select plan(1);

select tests.endpoint() as e \gset
create temp table planted as select tests.claimed(:'e') as id from generate_series(1, 3);
grant select on planted to public;
select tests.claimed(:'e') as fine \gset
update switchboard.todo_attempts set seq = 2 where todo_id = (select min(id) from planted);
update switchboard.todo_attempts set lease_expires_at = lease_expires_at + interval '1 microsecond'
where todo_id = (select id from planted order by id offset 1 limit 1);
update switchboard.todo_attempts set owner = 'somebody' where todo_id = (select max(id) from planted);

set session authorization tests_reader;
select set_eq(
    $$select severity, substring(detail from 'td_[0-9a-f]+') from switchboard.doctor() where check_name = 'open_attempt_matches'$$,
    $$select 'violation', id from planted$$,
    'each is named, and no other'
);
reset session authorization;

select * from finish();
rollback;
