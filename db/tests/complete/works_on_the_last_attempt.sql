-- behaviour 2.5: the cap ends failures, not a success.
begin;
select plan(1);

select tests.endpoint() as e \gset
select tests.claimed(:'e', p_max_attempts => 1) as id \gset

set session authorization tests_agent;
select results_eq(
    format('select state, dead_letter from switchboard.complete(%L, %L)', :'e', :'id'), $$values ('done', false)$$, 'done, not dead'
);
reset session authorization;

select * from finish();
rollback;
