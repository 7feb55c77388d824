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
        (
            select
                row(
                    jsonb_array_length(d.attempts), d.attempts -> 0 -> 'seq', d.attempts -> -1 -> 'seq',
                    d.attempts_total, d.attempts_pruned
                )::text
            from switchboard.get_todo(:'e', :'id', c.n) as d
        ),
        row(c.rows, 63, 64 - c.rows, 63, 3)::text,
        coalesce(c.n::text, 'null')
    )
from (values (1, 1), (20, 20), (50, 50), (51, 50), (1000000000, 50), (0, 20), (-1, 20), (null, 20)) as c (n, rows);
select is(jsonb_array_length(attempts), 20, 'by default') from switchboard.get_todo(:'e', :'id');
reset session authorization;

select * from finish();
rollback;
