-- behaviour [84], cases C18: a NUL, a lone surrogate, invalid UTF-8 and broken JSON are PostgreSQL's own argument errors (contract
-- 1.1); nothing is stored and the verdict is not lost: the todo stays claimed.
begin;
select plan(10);

select tests.endpoint() as e \gset
select tests.claimed(:'e') as id \gset
select tests.snapshot(:'id') as was \gset

set session authorization tests_shim;
select
    matches(
        tests.refusal(format('select switchboard.%s', format(c.call, :'e', :'id'))), '^(22P02|22P05|22021|42601|54000) ', c.what
    )
from (
    values ('a NUL in a result', 'complete(%L, %L, ''"\u0000"'')'),
    ('a lone surrogate in a result', 'complete(%L, %L, ''"\ud800"'')'),
    ('a NUL in a summary', 'complete(%L, %L, p_summary => chr(0))'),
    ('an escaped NUL in a summary', 'fail(%L, %L, p_summary => E''\u0000'')'),
    ('invalid UTF-8 in a summary', 'release(%L, %L, convert_from(''\xff'', ''UTF8''))'),
    ('NaN in a result', 'fail(%L, %L, ''NaN'')'), ('broken JSON in a payload', 'create_todo(%L, ''q'', ''t'', ''{"a": '')'),
    ('a NUL in a payload', 'create_todo(%L, ''q'', ''t'', ''{"\u0000": 1}'')')
) as c (what, call);
reset session authorization;

select is(tests.snapshot(:'id'), :'was'::jsonb, 'nothing changed');
select is(count(*), 1::bigint, 'nothing was added') from switchboard.todos;

select * from finish();
rollback;
