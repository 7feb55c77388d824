-- cases E3.24, check invalid_index: what a failed concurrent build leaves behind.
begin;
select plan(1);

select tests.endpoint() as e \gset
update pg_index set indisvalid = false where indexrelid = 'switchboard.todos_retry_idx'::regclass;

set session authorization tests_reader;
select results_eq(
    'select check_name, severity, detail from switchboard.doctor()',
    $$values ('invalid_index', 'warning', 'index switchboard.todos_retry_idx is invalid')$$,
    'the index is named'
);
reset session authorization;

select * from finish();
rollback;
