-- behaviour [77]: true for failed without a retry; false for parked and every other state.
begin;
select plan(9);

select tests.endpoint() as e \gset
create temp table cases as
select
    s as state,
    id
from
    unnest(array[
        'pending', 'claimed', 'done', 'failed', 'dead_letter', 'canceled', 'rejected', 'input-required', 'auth-required'
    ]) as s
cross join lateral tests.todo_in(:'e', s) as id;
grant select on cases to public;

set session authorization tests_agent;
select is(t.dead_letter, c.state = 'dead_letter', c.state)
from switchboard.list_todos(:'e') as t inner join cases as c on t.id = c.id order by c.state;
reset session authorization;

select * from finish();
rollback;
