-- cases E3.11, check pending_over_cap: pending at the cap only after a release.
begin;
select plan(1);

select tests.endpoint() as e \gset
select tests.claimed(:'e', p_max_attempts => 1) as released \gset
select from switchboard.release(:'e', :'released');
select tests.todo(:'e') as fresh \gset
create temp table planted as select tests.todo(:'e') as id from generate_series(1, 2);
grant select on planted to public;
update switchboard.todos set attempt = 5 where id = (select min(id) from planted);
-- The reaper's ending, on a todo that was then put back by hand.
select count(*) as n from switchboard.claim(:'e', (select max(id) from planted)) \gset
update switchboard.todo_attempts set ended_at = now(), outcome = 'reaped', disposition = 'requeued'
where todo_id = (select max(id) from planted);
update switchboard.todos set state = 'pending', owner = null, lease_expires_at = null, attempt = 5
where id = (select max(id) from planted);

set session authorization tests_reader;
select set_eq(
    $$select severity, substring(detail from 'td_[0-9a-f]+') from switchboard.doctor() where check_name = 'pending_over_cap'$$,
    $$select 'violation', id from planted$$,
    'each is named, and no other'
);
reset session authorization;

select * from finish();
rollback;
