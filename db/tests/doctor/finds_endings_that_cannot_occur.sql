-- cases E3.7, E3.9, check attempt_ending: outcome and disposition come in nine pairs, and with the end time or not at all.
begin;
select plan(1);

select tests.endpoint() as e \gset
alter table switchboard.todo_attempts drop constraint todo_attempts_check, drop constraint todo_attempts_check1;
create temp table pairs as
select
    outcome,
    disposition,
    ended_at,
    tests.todo_in(:'e', 'done') as id
from unnest(array['completed', 'failed', 'released', 'lease_expired', 'reaped', 'canceled', 'revoked', null]) as outcome
cross join unnest(array['done', 'retry_scheduled', 'requeued', 'dead_lettered', 'canceled', null]) as disposition
cross join unnest(array[now(), null]) as ended_at;
update switchboard.todo_attempts as a set
    outcome = p.outcome,
    disposition = p.disposition,
    ended_at = p.ended_at
from pairs as p
where a.todo_id = p.id;
create temp table planted as
select id from pairs
except
select p.id
from pairs as p
inner join (
    values
    ('completed', 'done'), ('failed', 'retry_scheduled'), ('failed', 'dead_lettered'), ('released', 'requeued'),
    ('lease_expired', 'requeued'), ('reaped', 'requeued'), ('reaped', 'dead_lettered'), ('canceled', 'canceled'),
    ('revoked', 'dead_lettered')
) as v (outcome, disposition) on p.outcome = v.outcome and p.disposition = v.disposition
where p.ended_at is not null
except
select id from pairs where outcome is null and disposition is null and ended_at is null;
grant select on planted to public;

set session authorization tests_reader;
select set_eq(
    $$select severity, substring(detail from 'td_[0-9a-f]+') from switchboard.doctor() where check_name = 'attempt_ending'$$,
    $$select 'violation', id from planted$$,
    'each is named, and no other'
);
reset session authorization;

select * from finish();
rollback;
