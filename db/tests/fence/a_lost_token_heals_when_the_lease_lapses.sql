-- behaviour [49]: when the token is lost the lease lapses, is reaped as a death, and the next claim is a normal one.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.claimed(:'e', interval '1 second', sha256('lost')) as id \gset
select tests.travel('2 seconds') \gset

set session authorization tests_operator;
select is(r.state, 'pending', 'the reaper gives it back') from switchboard.reap_expired() as r;

set session authorization tests_agent;
select results_eq(
    format($$select attempt_seq, attempt, prior_attempts #>> '{0,died}' from switchboard.claim(%L, %L)$$, :'e', :'id'),
    $$values (2::bigint, 2, 'true')$$,
    'the next claim needs no token and is told of the death'
);
select lives_ok(format('select switchboard.complete(%L, %L)', :'e', :'id'), 'its holder reports as usual');
reset session authorization;

select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
