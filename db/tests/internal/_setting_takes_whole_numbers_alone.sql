-- behaviour [120], contract 1.5: '', 'abc', '-1', '1.5', '1000000', ' 10' mean the default; whole numbers of 1 to 6 digits count; an
-- unknown key is null, whatever somebody stored under it.
begin;
select plan(53);

create function pg_temp.setting(p_key text, p_value text) returns integer
language plpgsql
as $$
begin
    delete from switchboard.settings where key = p_key;
    if p_value is not null then
        insert into switchboard.settings (key, value) values (p_key, p_value);
    end if;
    return switchboard._setting(p_key);
end
$$;
select
    is(
        pg_temp.setting(d.key, c.value), coalesce(c.number, d.number), d.key || ' ' || coalesce(quote_literal(c.value), 'missing')
    )
from (
    values
    ('attempt_history_max_per_todo', 50), ('retention_max_age_days', 30), ('retention_max_rows', 500000)
) as d (key, number)
cross join (
    values
    (null, null), ('', null), ('abc', null), ('-1', null), ('1.5', null), ('1000000', null), (' 10', null), ('10 ', null),
    (E'10\n', null), ('+1', null), ('1e3', null), ('٣', null), ('0', 0), ('4', 4), ('100', 100), ('000007', 7), ('999999', 999999)
) as c (value, number);
select
    is(
        pg_temp.setting('sse_retry_ms', v), null, 'an unknown key: ' || coalesce(v, 'missing')
    )
from unnest(array[null, '3000']) as v;

select * from finish();
rollback;
