-- contract 1.5, behaviour [120], check settings: an unknown key, or a value that is not a whole number 0-999999.
begin;
select plan(2);

select tests.endpoint() as e \gset
insert into switchboard.settings (key, value) values ('attempt_history_max_per_todo', ' 10'), ('no_such_setting', '1');
update switchboard.settings set value = '1000000' where key = 'retention_max_rows';

set session authorization tests_reader;
select set_eq(
    $$select severity, split_part(detail, ' ', 2) from switchboard.doctor() where check_name = 'settings'$$,
    $$select 'warning', unnest(array['attempt_history_max_per_todo', 'no_such_setting', 'retention_max_rows'])$$,
    'each is named'
);
reset session authorization;

delete from switchboard.settings;
select is_empty('select from switchboard.doctor()', 'no setting at all is fine');

select * from finish();
rollback;
