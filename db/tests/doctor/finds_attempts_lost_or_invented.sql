-- cases E3.4, E3.5, check attempt_count: kept = total - pruned, and the kept seqs run from pruned + 1 to total.
begin;
select plan(1);

select tests.endpoint() as e \gset
select from switchboard.set_setting('attempt_history_max_per_todo', '5');
create temp table planted as
select
    n,
    tests.todo(:'e') as id
from generate_series(0, 6) as n order by n;
grant select on planted to public;
do $$
declare
    v_endpoint uuid := (select id from switchboard.endpoints);
    v_id text;
begin
    for v_id in select id from planted cross join generate_series(1, 6) loop
        perform from switchboard.claim(v_endpoint, v_id);
        perform from switchboard.release(v_endpoint, v_id);
    end loop;
end
$$;
-- Each has attempts 2 to 6, one pruned of six. The first stays as it is.
delete from switchboard.todo_attempts as a using planted as p
where a.todo_id = p.id and (p.n, a.seq) in ((1, 2), (2, 4), (3, 6));
update switchboard.todo_attempts as a set seq = 9 from planted as p where a.todo_id = p.id and p.n = 4 and a.seq = 6;
update switchboard.todos as t set attempts_pruned = -1, attempts_total = 4 from planted as p where t.id = p.id and p.n = 5;
update switchboard.todos as t set attempts_pruned = 2, attempts_total = 7 from planted as p where t.id = p.id and p.n = 6;
delete from planted where n = 0;

set session authorization tests_reader;
select set_eq(
    $$select severity, substring(detail from 'td_[0-9a-f]+') from switchboard.doctor() where check_name = 'attempt_count'$$,
    $$select 'violation', id from planted$$,
    'each is named, and no other'
);
reset session authorization;

select * from finish();
rollback;
