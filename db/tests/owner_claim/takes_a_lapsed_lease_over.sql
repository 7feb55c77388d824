-- behaviour [6], cases S27: the human takes over from a dead worker: new seq, the old attempt lease_expired and died.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.claimed(:'e', '1 microsecond', sha256('right')) as id \gset

set session authorization tests_server;
select results_eq(
    format(
        $$select attempt, attempt_seq, prior_attempts -> 0 ->> 'outcome', prior_attempts -> 0 -> 'died',
            jsonb_array_length(prior_attempts)
        from switchboard.owner_claim(%L, %L)$$,
        :'h', :'id'
    ),
    $$values (2, 2::bigint, 'lease_expired', 'true'::jsonb, 1)$$,
    'the second attempt, told of the first'
);
reset session authorization;

select results_eq(
    format($$select seq, claimer_kind, outcome, disposition from tests.attempts(%L)$$, :'id'),
    $$values (1::bigint, 'endpoint', 'lease_expired', 'requeued'), (2, 'owner', null, null)$$,
    'the first attempt is closed, the second open'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
