-- behaviour 2.3, design 3: lapsed leases on their last attempt and lapsed leases and due retries that are assigned to others, more than a
-- claim looks at, do not hide one that may be taken.
begin;
select plan(3);

select tests.endpoint() as e \gset
select count(tests.claimed(:'e', interval '1 second', p_max_attempts => 1, p_claimant => 'worker ' || g.n)) as n
from generate_series(1, 201) as g (n) \gset
select count(tests.claimed(:'e', interval '1 second', p_claimant => 'worker ' || g.n)) as n
from generate_series(1, 201) as g (n) \gset
select count(f.id) as n
from generate_series(1, 201) as g (n)
cross join lateral switchboard.fail(:'e', tests.claimed(:'e', p_claimant => 'worker ' || g.n)) as f \gset
update switchboard.todos set assignee = 'agent:somebody' where max_attempts = 5;
select tests.claimed(:'e', interval '1 minute') as lapsed \gset
select tests.travel('10 seconds') \gset
select tests.todo_in(:'e', 'failed') as due \gset
select tests.travel('10 minutes') \gset

set session authorization tests_agent;
select is(c.id, :'lapsed', 'the lapsed lease is found') from switchboard.claim_next(:'e') as c;
select is(c.id, :'due', 'so is the due retry') from switchboard.claim_next(:'e') as c;
select is_empty(format('select switchboard.claim_next(%L)', :'e'), 'and nothing else');
reset session authorization;

select * from finish();
rollback;
