-- behaviour [46]: all workers of an endpoint are one owner, so without a fence a worker that lost its lease still passes after
-- the takeover. It must close the attempt that is open, which is the new one.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.claimed(:'e', interval '1 microsecond') as id \gset

set session authorization tests_agent;
select is(c.attempt_seq, 2::bigint, 'a second worker takes over') from switchboard.claim(:'e', :'id') as c;
select is(c.state, 'done', 'the first one completes') from switchboard.complete(:'e', :'id') as c;
reset session authorization;

select results_eq(
    format('select seq, outcome from tests.attempts(%L)', :'id'),
    $$values (1::bigint, 'lease_expired'), (2, 'completed')$$,
    'the open attempt is the one that was closed'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
