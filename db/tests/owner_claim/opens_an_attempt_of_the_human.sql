-- behaviour [26], 2.3: the attempt is of kind owner; endpoint, session, claimant and token are null; the owner string is op:<id>.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo(:'e') as id \gset

set session authorization tests_server;
select results_eq(
    format(
        $$select state, owner, attempt, attempts_total, attempt_seq, prior_attempts, payload from switchboard.owner_claim(%L, %L)$$,
        :'h', :'id'
    ),
    format($$values ('claimed', 'op:' || %L, 1, 1::bigint, 1::bigint, '[]'::jsonb, '{"n": 1}'::jsonb)$$, :'h'),
    'owner_claim answers the todo in full'
);
reset session authorization;

select results_eq(
    format(
        $$select seq, attempt, claimer_kind, claimer_endpoint_id, claimer_session, owner, claimant, lease_token_hash, ended_at
        from tests.attempts(%L)$$,
        :'id'
    ),
    format(
        $$values (1::bigint, 1, 'owner', null::uuid, null::text, 'op:' || %L, null::text, null::bytea, null::timestamptz)$$,
        :'h'
    ),
    'one open attempt of the human'
);
select ok(a.lease_expires_at = t.lease_expires_at and a.claimed_at = t.claimed_at, 'its times are the todo''s')
from tests.attempts(:'id') as a cross join tests.row(:'id') as t;
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
