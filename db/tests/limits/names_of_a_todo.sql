-- contract 1.6, cases S33: source, kind and assignee are 1 to 128 bytes without control characters.
begin;
select plan(27);

select tests.endpoint() as e \gset

set session authorization tests_producer;
select
    throws_ok(
        format('select switchboard.create_todo(%L, ''q'', ''a title'', %s => %L)', :'e', a.argument, v.value), 'SB400', null,
        a.argument || ': ' || v.what
    )
from unnest('{p_source,p_kind,p_assignee}'::text[]) as a (argument)
cross join (
    values ('empty', ''), ('129 letters', repeat('a', 129)), ('65 two-byte letters', repeat('é', 65)), ('a line break', E'a\nb'),
    ('a tab', E'a\tb'), ('delete', E'a\u007f'), ('a C1 control', E'a\u0085')
) as v (what, value);
select
    lives_ok(
        format('select switchboard.create_todo(%L, ''q'', ''a title'', %s => %L)', :'e', a.argument, v.value),
        a.argument || ': ' || octet_length(v.value) || ' bytes'
    )
from unnest('{p_source,p_kind,p_assignee}'::text[]) as a (argument)
cross join (values ('a'), (repeat('é', 64))) as v (value);
reset session authorization;

select * from finish();
rollback;
