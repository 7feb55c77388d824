-- behaviour [14]: interrupt, resume, complete close the attempt that the claim opened; the total stays 1.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.todo_in(:'e', 'auth-required') as id \gset

set session authorization tests_agent;
select from switchboard.resume(:'e', :'id');
select is((switchboard.complete(:'e', :'id', '{"n": 1}')).state, 'done', 'the resumed todo can be completed');
reset session authorization;

select results_eq(
    format($$select seq, outcome, disposition from tests.attempts(%L)$$, :'id'),
    $$values (1::bigint, 'completed', 'done')$$,
    'the one attempt is closed'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
