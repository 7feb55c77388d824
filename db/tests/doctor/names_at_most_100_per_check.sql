-- contract 1.3: a broken database answers 100 findings a check at most, each with what to do.
begin;
select plan(1);

select tests.endpoint() as e \gset
create temp table made as select tests.claimed(:'e') as id from generate_series(1, 101);
update switchboard.todo_attempts set ended_at = clock_timestamp(), outcome = 'completed', disposition = 'done';

set session authorization tests_reader;
select results_eq(
    $$select check_name, severity, count(*), bool_and(detail like 'todo td_%%' and fix <> '')
    from switchboard.doctor() group by 1, 2$$,
    $$values ('open_attempt', 'violation', 100::bigint, true)$$,
    '100 of 101'
);
reset session authorization;

select * from finish();
rollback;
