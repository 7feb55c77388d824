-- behaviour [40], [41], 3.4, cases B2.10: any other artifact is SB400 by each report that takes one; its text does not echo the value,
-- and the todo stays claimed with the same lease.
begin;
select plan(82);

select tests.endpoint() as e \gset
select tests.claimed(:'e') as id \gset
select tests.snapshot(:'id') as was \gset

set session authorization tests_agent;
select
    matches(
        tests.refusal(format('select switchboard.%s(%L, %L, p_artifact => %L)', v.verb, :'e', :'id', b.artifact)),
        '^SB400 \| artifact (?!.*(evil|zz|%))',
        v.verb || ': ' || left(b.artifact, 40)
    )
from unnest('{complete,fail,release}'::text[]) as v (verb)
cross join unnest(array[
    'evil',
    'http://evil.example/',
    'file:///evil',
    'javascript:evil',
    'data:text/html,evil',
    '//evil.example/',
    '/evil',
    'https://',
    'https:///evil', 'https://:443/evil', 'https:evil.example', 'https://evil@example.org/', 'https://evil:zz@example.org/',
    'https://example.org\@evil.example/', 'https://evil example.org/', 'https://evil.example/a b', E'https://evil.example/\n',
    E'https://evil.example/\ta',
    E'https://evil.example/\u202e',
    'https://169.254.169.254/evil',
    'https://[::1]/evil',
    'mcp://cairn/',
    'mcp://cairn/evil/zz', 'mcp://cairn/../evil', 'mcp://evil/a', 'mcp://cairn/' || repeat('z', 65),
    'https://evil.example/' || repeat('z', 492)
]) as b (artifact);
reset session authorization;

select is(tests.snapshot(:'id'), :'was'::jsonb, 'nothing changed');

select * from finish();
rollback;
