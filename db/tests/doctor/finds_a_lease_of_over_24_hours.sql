-- cases E3.21, check lease_length: at most 24 hours after the claim or the last heartbeat, and no infinite time.
begin;
select plan(1);

select tests.endpoint() as e \gset
create temp table planted as
select
    n,
    tests.claimed(:'e') as id
from generate_series(1, 6) as n order by n;
grant select on planted to public;
update switchboard.todo_attempts as a set
    lease_expires_at = case p.n
        when 1 then a.claimed_at + interval '24 hours'
        when 2 then a.claimed_at + interval '47 hours'
        when 3 then a.claimed_at + interval '24 hours 1 microsecond'
        when 4 then 'infinity'
        when 5 then '-infinity'
        else a.lease_expires_at
    end,
    last_heartbeat_at = case p.n when 2 then a.claimed_at + interval '23 hours' end,
    claimed_at = case p.n when 6 then '-infinity' else a.claimed_at end
from planted as p
where a.todo_id = p.id;
delete from planted where n in (1, 2);

set session authorization tests_reader;
select set_eq(
    $$select severity, substring(detail from 'td_[0-9a-f]+') from switchboard.doctor() where check_name = 'lease_length'$$,
    $$select 'violation', id from planted$$,
    'each is named, and no other'
);
reset session authorization;

select * from finish();
rollback;
