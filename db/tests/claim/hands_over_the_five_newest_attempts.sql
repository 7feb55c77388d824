-- behaviour [55], [56]: the ninth claim is told of attempts 8 to 4 in this order, all closed, never of itself.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
select count(r.id) as n
from generate_series(1, 8) as g (n)
cross join lateral switchboard.claim(:'e', :'id', p_claimant => 'worker ' || g.n) as c
cross join lateral switchboard.release(:'e', c.id, 'try ' || g.n) as r \gset

set session authorization tests_agent;
select c.prior_attempts as priors from switchboard.claim(:'e', :'id') as c \gset
reset session authorization;

select is(jsonb_path_query_array(:'priors', '$[*].seq'), '[8, 7, 6, 5, 4]', 'the five before it, newest first');
select is(
    jsonb_path_query_array(:'priors', '$[*].summary'), '["try 8", "try 7", "try 6", "try 5", "try 4"]', 'each with its own summary'
);

select * from finish();
rollback;
