-- cases E3.6, E3.17, E3.18, check texts: byte limits, clean labels, artifacts of the grammar, digests of 32 bytes.
begin;
select plan(1);

select tests.endpoint() as e \gset
alter table switchboard.todo_attempts
drop constraint todo_attempts_summary_check, drop constraint todo_attempts_claimant_check,
drop constraint todo_attempts_artifact_check, drop constraint todo_attempts_lease_token_hash_check;
create temp table planted as
select
    c.*,
    tests.todo_in(:'e', 'done') as id
from (
    values
    ('summary', repeat('s', 2048), repeat('c', 128), 'mcp://cairn/' || repeat('a', 64), sha256('x')),
    ('a summary of 2,049 bytes', repeat('s', 2049), null, null, null),
    ('a claimant of 129 bytes', null, repeat('c', 129), null, null),
    ('a claimant with a line feed', null, E'a\nb', null, null),
    ('a claimant with a bidirectional control', null, E'a\u202eb', null, null),
    ('an empty claimant', null, '', null, null),
    ('an artifact outside the grammar', null, null, 'http://example.org/', null),
    ('an artifact of 513 bytes', null, null, rpad('https://example.org/', 513, 'a'), null),
    ('a digest of 31 bytes', null, null, null, substr(sha256('x'), 2))
) as c (name, summary, claimant, artifact, hash);
grant select on planted to public;
update switchboard.todo_attempts as a set
    summary = p.summary,
    claimant = p.claimant,
    artifact = p.artifact,
    lease_token_hash = p.hash
from planted as p
where a.todo_id = p.id;
delete from planted where name = 'summary';

set session authorization tests_reader;
select set_eq(
    $$select severity, substring(detail from 'td_[0-9a-f]+') from switchboard.doctor() where check_name = 'texts'$$,
    $$select 'violation', id from planted$$,
    'each is named, and no other'
);
reset session authorization;

select * from finish();
rollback;
