-- cases E3.7, E3.8, check time_order, a warning: ends and heartbeats lie in the span, and spans do not overlap.
begin;
select plan(1);

select tests.endpoint() as e \gset
create temp table planted as
select
    n,
    tests.todo_in(:'e', 'done') as id
from generate_series(1, 5) as n order by n;
grant select on planted to public;
update switchboard.todo_attempts as a set
    ended_at = case p.n when 1 then a.claimed_at - interval '1 microsecond' else a.ended_at end,
    last_heartbeat_at = case p.n
        when 2 then a.claimed_at - interval '1 microsecond'
        when 3 then a.ended_at + interval '1 microsecond'
    end
from planted as p
where a.todo_id = p.id;
insert into switchboard.todo_attempts (todo_id, seq, attempt, claimer_kind, owner, lease_expires_at, claimed_at)
select
    p.id,
    2 as seq,
    2 as attempt,
    'endpoint' as claimer_kind,
    'somebody' as owner,
    now() as lease_expires_at,
    a.ended_at - case p.n when 4 then interval '1 microsecond' else interval '0' end as claimed_at
from planted as p inner join switchboard.todo_attempts as a on p.id = a.todo_id
where p.n > 3;
delete from planted where n = 5;

set session authorization tests_reader;
select set_eq(
    $$select severity, substring(detail from 'td_[0-9a-f]+') from switchboard.doctor() where check_name = 'time_order'$$,
    $$select 'warning', id from planted$$,
    'each is named, and no other'
);
reset session authorization;

select * from finish();
rollback;
