-- behaviour [42]: complete and fail take the result's JSON as the summary only when asked to and when there is no summary.
begin;
select plan(16);

select tests.endpoint() as e \gset

set session authorization tests_agent;
create temporary table cases as
select
    v.verb,
    c.*,
    tests.claimed(:'e') as id
from unnest('{complete,fail}'::text[]) as v (verb)
cross join (
    values ('not asked', '{"n": 2}'::jsonb, null, false, null),
    ('asked with null', '{"n": 2}', null, null, null),
    ('asked', '{"n": 2}', null, true, '{"n":2}'),
    ('asked with an empty summary', '{"n": 2}', '', true, '{"n":2}'),
    ('asked with a summary', '{"n": 2}', 'mine', true, 'mine'),
    (
        'asked with colons and commas', '{"b, c": "d: \"e, f\"", "a": [1, "\\", {}]}', null, true,
        '{"a":[1,"\\",{}],"b, c":"d: \"e, f\""}'
    ),
    ('asked without a result', null, null, true, null),
    ('asked with a long result', to_jsonb(repeat('a', 3000)), null, true, '"' || repeat('a', 2047))
) as c (name, result, summary, ask, expected);
select count(switchboard.complete(:'e', c.id, c.result, c.summary, p_summary_from_result => c.ask)) as n
from cases as c
where c.verb = 'complete' \gset
select count(switchboard.fail(:'e', c.id, c.result, c.summary, p_summary_from_result => c.ask)) as n
from cases as c
where c.verb = 'fail' \gset
reset session authorization;

select is(a.summary, c.expected, c.verb || ' ' || c.name)
from cases as c
cross join lateral tests.attempts(c.id) as a;

select * from finish();
rollback;
