-- behaviour [77]: dead_letter is true for failed without a retry, and for nothing else.
begin;
select plan(8);

select tests.endpoint() as e \gset
select tests.todo_in(:'e', s.state)
from unnest('{pending,claimed,failed,dead_letter,done,canceled,rejected,input-required}'::text[]) as s (state);

set session authorization tests_agent;
select is(t.dead_letter, t.state = 'failed' and t.next_retry_at is null, t.state || coalesce(' until ' || t.next_retry_at, ''))
from switchboard.list_todos(:'e') as t;
reset session authorization;

select * from finish();
rollback;
