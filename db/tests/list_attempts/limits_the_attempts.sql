-- behaviour [96], 1.4, cases S32: 1 to 50; 0, less and null mean 20, more means 50; the newest ones, and totals are right.
begin;
select plan(9);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
-- 60 kept attempts of 63.
insert into switchboard.todo_attempts (todo_id, seq, attempt, claimer_kind, owner, lease_expires_at, ended_at, outcome, disposition)
select
    :'id',
    s.n as seq,
    1 as attempt,
    'endpoint',
    'somebody',
    now(),
    now(),
    'released',
    'requeued'
from generate_series(4, 63) as s (n);
update switchboard.todos set attempts_total = 63, attempts_pruned = 3 where id = :'id';

set session authorization tests_agent;
select
    is(
        (select array_agg(a.seq) from switchboard.list_attempts(:'e', :'id', c.n) as a),
        (select array_agg(g.seq) from generate_series(63::bigint, 64 - c.rows, -1) as g (seq)),
        coalesce(c.n::text, 'null')
    )
from (values (1, 1), (20, 20), (50, 50), (51, 50), (1000000000, 50), (0, 20), (-1, 20), (null, 20)) as c (n, rows);
select is(count(*), 20::bigint, 'by default') from switchboard.list_attempts(:'e', :'id');
reset session authorization;

select * from finish();
rollback;
