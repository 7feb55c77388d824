-- cases E3.10, check silent_death: only a report leaves a summary or an artifact.
begin;
select plan(1);

select tests.endpoint() as e \gset
create temp table planted as
select
    c.*,
    tests.todo_in(:'e', 'done') as id
from (
    select
        o.outcome,
        o.disposition,
        t.summary,
        t.artifact
    from (
        values
        ('lease_expired', 'requeued'), ('reaped', 'requeued'), ('canceled', 'canceled'), ('revoked', 'dead_lettered')
    ) as o (outcome, disposition)
    cross join (values ('a word', null), (null, 'mcp://cairn/x')) as t (summary, artifact)
    union all
    values ('completed', 'done', 'a word', 'mcp://cairn/x'), ('reaped', 'requeued', null, null)
) as c;
update switchboard.todo_attempts as a set
    outcome = p.outcome,
    disposition = p.disposition,
    summary = p.summary,
    artifact = p.artifact
from planted as p
where a.todo_id = p.id;
delete from planted where outcome = 'completed' or (summary is null and artifact is null);
grant select on planted to public;

set session authorization tests_reader;
select set_eq(
    $$select severity, substring(detail from 'td_[0-9a-f]+') from switchboard.doctor() where check_name = 'silent_death'$$,
    $$select 'violation', id from planted$$,
    'each is named, and no other'
);
reset session authorization;

select * from finish();
rollback;
