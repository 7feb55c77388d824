-- behaviour [60], [121], 7.6: 60 rounds at the default cap of 50 keep seq 11 to 60; then a cap of 2 counts as 5. What went is counted,
-- and the open attempt never goes.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset

set session authorization tests_agent;
select count(r.id) as n
from generate_series(1, 60) as g (n)
cross join lateral switchboard.claim(:'e', :'id', p_claimant => 'worker ' || g.n) as c
cross join lateral switchboard.release(:'e', c.id, 'try ' || g.n) as r \gset
reset session authorization;

select results_eq(
    format(
        'select count(*), min(a.seq), max(a.seq), t.attempts_total, t.attempts_pruned '
        || 'from tests.attempts(%L) as a cross join tests.row(%L) as t group by 4, 5', :'id', :'id'
    ),
    'values (50::bigint, 11::bigint, 60::bigint, 60::bigint, 10::bigint)',
    'the newest 50 are kept'
);
insert into switchboard.settings (key, value) values ('attempt_history_max_per_todo', '2');

set session authorization tests_agent;
select results_eq(
    format(
        'select attempts_total, attempts_pruned, jsonb_array_length(prior_attempts) from switchboard.claim(%L, %L)', :'e', :'id'
    ),
    'values (61::bigint, 56::bigint, 4)',
    'the next claim acts on a new cap, and counts the pruned'
);
reset session authorization;

select results_eq(
    format('select seq, ended_at is null from tests.attempts(%L)', :'id'),
    'values (57::bigint, false), (58, false), (59, false), (60, false), (61, true)',
    'five are left, the open one among them'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
