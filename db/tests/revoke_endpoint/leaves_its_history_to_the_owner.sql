-- cases S20: after a revoke with live claims the todos and their attempts can still be read by the human and retention takes them.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.claimed(:'e') as id \gset
select switchboard.revoke_endpoint(:'e') as n \gset

set session authorization tests_server;
select results_eq(
    format(
        $$select state, dead_letter, attempts -> 0 ->> 'outcome', attempts -> 0 ->> 'claimant', attempts -> 0 -> 'died'
        from switchboard.owner_get_todo(%L, %L)$$,
        :'h', :'id'
    ),
    $$values ('failed', true, 'revoked', 'worker', 'false'::jsonb)$$,
    'the human reads it'
);
reset session authorization;
select tests.travel('31 days');
select is(switchboard.prune_todos(), 1::bigint, 'retention takes it');

select * from finish();
rollback;
