-- behaviour [3], [83]: below the cap the human's failure waits for the back-off; the owner stays, the lease goes.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo(:'e') as id \gset
select from switchboard.owner_claim(:'h', :'id');
select tests.freeze() as now \gset

set session authorization tests_server;
select results_eq(
    format(
        $$select state, owner, lease_expires_at, next_retry_at, dead_letter, completed_at
        from switchboard.owner_fail(%L, %L, '{"n": 2}', 'no luck')$$,
        :'h', :'id'
    ),
    format(
        $$values ('failed', 'op:' || %L, null::timestamptz, %L::timestamptz + interval '30 seconds', false, null::timestamptz)$$,
        :'h', :'now'
    ),
    'owner_fail answers the parked todo'
);
reset session authorization;

select results_eq(
    format($$select seq, outcome, disposition, summary from tests.attempts(%L)$$, :'id'),
    $$values (1::bigint, 'failed', 'retry_scheduled', 'no luck')$$,
    'the attempt is closed with what the human left'
);
select is(result, '{"n": 2}', 'the result is on the todo') from tests.row(:'id');
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
