-- behaviour [4], [76]: at the cap the human's failure is a dead letter.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo(:'e', p_max_attempts => 1) as id \gset
select from switchboard.owner_claim(:'h', :'id');

set session authorization tests_server;
select results_eq(
    format($$select state, next_retry_at, dead_letter from switchboard.owner_fail(%L, %L)$$, :'h', :'id'),
    $$values ('failed', null::timestamptz, true)$$,
    'owner_fail answers the dead letter'
);
reset session authorization;

select results_eq(
    format($$select outcome, disposition from tests.attempts(%L)$$, :'id'),
    $$values ('failed', 'dead_lettered')$$,
    'the attempt is closed'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
