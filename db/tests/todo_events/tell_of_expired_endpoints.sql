-- behaviour 2.9: the sweep's revocation of an expired endpoint writes what a revocation writes.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.todo_in(:'e', s) from unnest(array['claimed', 'auth-required', 'failed', 'done']) as s;
update switchboard.endpoints set expires_at = now() + interval '1 hour' where id = :'e';
delete from switchboard.todo_events;
select tests.travel('2 hours');

set session authorization tests_operator;
select switchboard.expire_endpoints() as expired \gset
reset session authorization;

select results_eq(
    'select event, from_state, seq, attempt, outcome from switchboard.todo_events order by from_state',
    $$values
        ('revoked', 'auth-required', 1::bigint, 1, 'revoked'), ('revoked', 'claimed', 1, 1, 'revoked'),
        ('revoked', 'failed', null, 1, null)$$,
    'the three that were alive'
);
select is_empty('select from switchboard.todo_events where context is not null', 'without a context');

select * from finish();
rollback;
