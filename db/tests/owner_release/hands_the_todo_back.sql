-- behaviour [5], [83], 2.5: pending again, without owner and lease; the counter and the claim time stay, the attempt closes released.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo(:'e') as id \gset
select claimed_at from switchboard.owner_claim(:'h', :'id') \gset

set session authorization tests_server;
select results_eq(
    format(
        $$select state, owner, lease_expires_at, attempt, attempts_total, claimed_at
        from switchboard.owner_release(%L, %L, 'for an agent', 'mcp://cairn/a1')$$,
        :'h', :'id'
    ),
    format($$values ('pending', null::text, null::timestamptz, 1, 1::bigint, %L::timestamptz)$$, :'claimed_at'),
    'owner_release answers the pending todo'
);
reset session authorization;

select results_eq(
    format($$select seq, outcome, disposition, summary, artifact from tests.attempts(%L)$$, :'id'),
    $$values (1::bigint, 'released', 'requeued', 'for an agent', 'mcp://cairn/a1')$$,
    'the attempt is closed with what the human left'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
