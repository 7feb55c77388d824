-- behaviour [41], 3.4: mcp://cairn/ and 1 to 64 letters, or an https URL with a host name, at most 512 bytes, is stored as it is.
begin;
select plan(13);

select tests.endpoint() as e \gset

set session authorization tests_agent;
create temporary table completed as
select
    l.artifact,
    tests.claimed(:'e') as id
from unnest(array[
    'mcp://cairn/a', 'mcp://cairn/' || repeat('Z', 64), 'mcp://cairn/a-B_9', 'https://example.org', 'HTTPS://Example.ORG/',
    'https://example.org:8443/a?b=c&d=%20#e', 'https://localhost/a', 'https://a_b.example.org/x', 'https://xn--nxasmq6b.example/',
    'https://example.org/käse', 'https://example.org/a@b', 'https://example.org?a', 'https://example.org/' || repeat('a', 492)
]) as l (artifact);
select count(switchboard.complete(:'e', c.id, p_artifact => c.artifact)) as n from completed as c \gset
reset session authorization;

select is(a.artifact, c.artifact, left(c.artifact, 40))
from completed as c
cross join lateral tests.attempts(c.id) as a;

select * from finish();
rollback;
