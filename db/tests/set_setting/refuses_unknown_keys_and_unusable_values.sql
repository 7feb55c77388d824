-- contract 1.3, 1.5, behaviour [120]: only the three settings, only whole numbers from 0 to 999999; nothing changes.
begin;
select plan(16);

-- An unknown key that somebody inserted does not become a known one.
insert into switchboard.settings (key, value) values ('sse_retry_ms', '3000');
create temp table earlier as select s from switchboard.settings as s;

set session authorization tests_operator;
select throws_ok(format('select switchboard.set_setting(%L, %L)', key, '10'), 'SB400', null, coalesce(quote_literal(key), 'null'))
from unnest(array['sse_retry_ms', 'Retention_max_rows', '', null]) as key;
select
    throws_ok(
        format('select switchboard.set_setting(%L, %L)', 'retention_max_rows', value),
        'SB400',
        null,
        coalesce(quote_literal(value), 'null')
    )
from unnest(array['', 'abc', '-1', '1.5', '1000000', ' 10', '10 ', '١٠', E'10\n', '1e3', null]) as value;
reset session authorization;

select set_eq('select s from switchboard.settings as s', 'select s from earlier', 'nothing changed');

select * from finish();
rollback;
