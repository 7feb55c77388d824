-- behaviour 2.9, [125]: one event for each live todo; with an attempt and its outcome only where one was closed.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.todo_in(:'e', s)
from unnest(array['pending', 'claimed', 'input-required', 'failed', 'dead_letter', 'done', 'canceled']) as s;
delete from switchboard.todo_events;

select switchboard.revoke_endpoint(:'e');

select results_eq(
    $$select event, from_state, seq, outcome from switchboard.todo_events order by from_state$$,
    $$values
        ('revoked', 'claimed', 1::bigint, 'revoked'), ('revoked', 'failed', null, null),
        ('revoked', 'input-required', 1, 'revoked'), ('revoked', 'pending', null, null)$$,
    'the four that were alive'
);
select switchboard.revoke_endpoint(:'e');
select is(count(*), 4::bigint, 'again: nothing more') from switchboard.todo_events;
select is(count(distinct occurred_at), 1::bigint, 'all at one time') from switchboard.todo_events;

select * from finish();
rollback;
