-- cases E3.3, check open_attempt_matches: the open attempt's seq, lease and owner are the todo's.
begin;
select plan(1);

select tests.endpoint() as e \gset
create temp table planted as
select
    n,
    tests.claimed(:'e') as id
from generate_series(1, 3) as n order by n;
grant select on planted to public;
select tests.claimed(:'e') as fine \gset
update switchboard.todo_attempts as a set
    seq = case p.n when 1 then 2 else a.seq end,
    lease_expires_at = a.lease_expires_at + case p.n when 2 then interval '1 microsecond' else interval '0' end,
    owner = case p.n when 3 then 'somebody' else a.owner end
from planted as p
where a.todo_id = p.id;

set session authorization tests_reader;
select set_eq(
    $$select severity, substring(detail from 'td_[0-9a-f]+') from switchboard.doctor() where check_name = 'open_attempt_matches'$$,
    $$select 'violation', id from planted$$,
    'each is named, and no other'
);
reset session authorization;

select * from finish();
rollback;
