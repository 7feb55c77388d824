-- behaviour 2.5, design 7: a release at the last attempt leaves a claimable todo; its next claim counts past max_attempts, and its
-- failure is a dead letter.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.claimed(:'e', p_max_attempts => 1) as id \gset
select switchboard.release(:'e', :'id') \gset

set session authorization tests_agent;
select results_eq(
    format('select attempt, max_attempts from switchboard.claim(%L, %L)', :'e', :'id'), 'values (2, 1)', 'claimed once more'
);
reset session authorization;
select is_empty('select tests.violations()', 'no invariant is broken');

set session authorization tests_agent;
select ok(f.dead_letter, 'its failure is final') from switchboard.fail(:'e', :'id') as f;
reset session authorization;
select is_empty('select tests.violations()', 'no invariant is broken after it');

select * from finish();
rollback;
