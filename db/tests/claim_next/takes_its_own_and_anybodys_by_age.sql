-- behaviour [62], 2.3: todos assigned to the caller and those of nobody compete by age; those of others in front do not hide them.
begin;
select plan(2);

select tests.endpoint() as e \gset
select 'agent:' || e.agent_id as mine from switchboard.endpoints as e where e.id = :'e' \gset
select count(tests.todo(:'e', p_title => t.title, p_assignee => t.assignee)) as n
from (
    values ('another''s', 'agent:somebody'), ('mine', :'mine'), ('anybody''s', null), ('another''s too', 'agent:somebody'),
    ('mine too', :'mine')
) as t (title, assignee) \gset

set session authorization tests_agent;
select is(array_agg(c.title), '{mine,anybody''s,mine too}', 'oldest first')
from generate_series(1, 3) as g (n)
cross join lateral switchboard.claim_next(:'e', p_claimant => 'worker ' || g.n) as c;
select is_empty(format('select switchboard.claim_next(%L)', :'e'), 'none is left');
reset session authorization;

select * from finish();
rollback;
