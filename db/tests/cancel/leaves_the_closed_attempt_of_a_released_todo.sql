-- behaviour [10]: cancel closes only what is open; the attempt that was released keeps its ending.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.claimed(:'e') as id \gset
select from switchboard.release(:'e', :'id', 'not mine');

set session authorization tests_agent;
select is((switchboard.cancel(:'e', :'id')).state, 'canceled', 'canceled');
reset session authorization;

select results_eq(
    format($$select seq, outcome, disposition, summary from tests.attempts(%L)$$, :'id'),
    $$values (1::bigint, 'released', 'requeued', 'not mine')$$,
    'the released attempt is as it was'
);

select * from finish();
rollback;
