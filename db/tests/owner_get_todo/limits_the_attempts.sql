-- behaviour [96], 1.4: 1 to 50; 0, less and null mean 20, more means 50; totals are right whatever the limit.
begin;
select plan(8);

select tests.human() as h \gset
select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
update switchboard.settings set value = '100' where key = 'attempt_history_max_per_todo';
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
from generate_series(1, 60) as s (n);
update switchboard.todos set attempts_total = 60 where id = :'id';

set session authorization tests_server;
select
    is(
        (
            select (jsonb_array_length(d.attempts), d.attempts -> 0 -> 'seq', d.attempts_total)::text
            from switchboard.owner_get_todo(:'h', :'id', c.n) as d
        ),
        (c.rows, 60, 60)::text,
        coalesce(c.n::text, 'null')
    )
from (values (1, 1), (20, 20), (50, 50), (51, 50), (1000000000, 50), (0, 20), (-1, 20), (null, 20)) as c (n, rows);
reset session authorization;

select * from finish();
rollback;
