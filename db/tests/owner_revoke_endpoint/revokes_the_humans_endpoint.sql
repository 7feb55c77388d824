-- contract 1.3, behaviour [12], [125]: as revoke_endpoint: the answer counts the attempts that were open.
begin;
select plan(4);

select tests.human() as h \gset
select tests.endpoint() as e \gset
select tests.claimed(:'e') as id \gset
select tests.todo(:'e') as pending \gset

set session authorization tests_server;
select is(switchboard.owner_revoke_endpoint(:'h', :'e'), 1, 'one attempt was open');
select is(switchboard.owner_revoke_endpoint(:'h', :'e'), 0, 'again: none');
reset session authorization;

select results_eq(
    'select distinct state, next_retry_at from switchboard.todos',
    $$values ('failed', null::timestamptz)$$,
    'its todos are dead letters'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
