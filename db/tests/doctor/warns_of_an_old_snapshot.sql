-- cases C12, check old_snapshot: a transaction that holds a snapshot for over 10 minutes.
begin;
select plan(2);

select tests.endpoint() as e \gset
select is_empty('select from switchboard.doctor()', 'this transaction is young');
-- Seen from 11 minutes later this one is old.
select tests.travel('11 minutes');

set session authorization tests_reader;
select results_eq(
    'select check_name, severity from switchboard.doctor()', $$values ('old_snapshot', 'warning')$$, 'warned of this very session'
);
reset session authorization;

select * from finish();
rollback;
