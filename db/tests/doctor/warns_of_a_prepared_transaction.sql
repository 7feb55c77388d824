-- cases C15b, E3.24, check prepared_transaction: claims and sweeps skip what one has locked.
begin;
select plan(1);

select tests.endpoint() as e \gset
-- A prepared transaction would outlive this test, and most servers allow none: the view that lists them is replaced instead.
select set_config('allow_system_table_mods', 'on', true) as m \gset
create or replace view pg_catalog.pg_prepared_xacts (transaction, gid, prepared, owner, database) as
values
('42'::xid, 'ours', '2025-01-01 00:00:00+00'::timestamptz, 'ann'::name, current_database()),
('43'::xid, 'elsewhere', '2025-01-01 00:00:00+00'::timestamptz, 'ann'::name, 'another_database'::name);

set session authorization tests_reader;
select results_eq(
    'select check_name, severity, detail from switchboard.doctor()',
    $$values ('prepared_transaction', 'warning', 'prepared transaction ours holds its locks since 2025-01-01T00:00:00Z')$$,
    'that of this database is named'
);
reset session authorization;

select * from finish();
rollback;
