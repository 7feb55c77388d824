-- behaviour [65]: two endpoints with a queue of one name share nothing: lists, claims, and prior attempts; not even siblings.
begin;
select plan(6);

select tests.endpoint() as e \gset
select tests.endpoint('sibling') as sibling \gset
select tests.todo_in(:'e', 'failed') as due \gset
select tests.todo_in(:'e', 'lapsed') as lapsed \gset
select tests.todo(:'e') as pending \gset
select tests.travel('1 minute') \gset

set session authorization tests_agent;
select is_empty(format('select switchboard.claim_next(%L)', :'sibling'), 'claim_next finds nothing of the other');
select is_empty(format('select switchboard.claim_batch(%L, 10)', :'sibling'), 'nor does claim_batch');
select is_empty(format('select switchboard.list_todos(%L)', :'sibling'), 'nor list_todos');
select is(tests.todo(:'sibling') is not null, true, 'a todo of its own');
select is(jsonb_array_length(c.prior_attempts), 0, 'has no prior attempts') from switchboard.claim_next(:'sibling') as c;
select is(count(*), 3::bigint, 'the other has its three') from switchboard.claim_batch(:'e', 10);
reset session authorization;

select * from finish();
rollback;
