-- contract 1.5, behaviour [121]: a setting counts from the next use on; set twice, the last value stays.
begin;
select plan(5);

set session authorization tests_operator;
select lives_ok(format('select switchboard.set_setting(%L, %L)', key, value), key || ' ' || value)
from (
    values
    ('attempt_history_max_per_todo', '7'), ('attempt_history_max_per_todo', '8'), ('retention_max_age_days', '0'),
    ('retention_max_rows', '999999')
) as c (key, value);
reset session authorization;

select set_eq(
    'select key, value from switchboard.settings',
    $$values ('attempt_history_max_per_todo' collate "C", '8'), ('retention_max_age_days' collate "C", '0'),
        ('retention_max_rows' collate "C", '999999')$$,
    'the last values'
);

select * from finish();
rollback;
