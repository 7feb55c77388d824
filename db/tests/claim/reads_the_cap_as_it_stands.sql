-- behaviour [120], contract 1.5: a cap that is no whole number of one to six digits counts as 50, one below 5 as 5; a change needs no
-- restart.
begin;
select plan(11);

select tests.endpoint() as e \gset
create temporary table cases as
select
    c.value,
    c.kept,
    tests.todo(:'e') as id
from (
    values ('', 50),
    ('abc', 50),
    ('-1', 50),
    ('1.5', 50),
    ('1000000', 50),
    (' 10', 50),
    (E'10\n', 50),
    ('0', 5),
    ('4', 5),
    ('6', 6),
    ('100', 51)
) as c (value, kept);
select count(r.id) as n
from cases as s
cross join generate_series(1, 51) as g (n)
cross join lateral switchboard.claim(:'e', s.id, p_claimant => 'worker ' || g.n) as c
cross join lateral switchboard.release(:'e', c.id, 'try ' || g.n) as r \gset

insert into switchboard.settings (key, value) values ('attempt_history_max_per_todo', '50');
do $$
declare
    v_case record;
begin
    for v_case in select c.*, t.endpoint_id from cases as c cross join lateral tests.row(c.id) as t loop
        update switchboard.settings set value = v_case.value where key = 'attempt_history_max_per_todo';
        perform switchboard.claim(v_case.endpoint_id, v_case.id);
    end loop;
end
$$;

select is(count(*), s.kept::bigint, format('%L keeps %s', s.value, s.kept))
from cases as s
cross join lateral tests.attempts(s.id)
group by s.value, s.kept;

select * from finish();
rollback;
