-- behaviour [118], 7, design 7: done, canceled, rejected and dead letters past the age go, and their attempts with them.
begin;
select plan(8);

select tests.endpoint() as e \gset
create temp table cases as
select
    s as state,
    id
from unnest(array['done', 'canceled', 'rejected', 'dead_letter']) as s cross join lateral tests.todo_in(:'e', s) as id;
select tests.travel('31 days');

set session authorization tests_operator;
select is(switchboard.prune_todos(), 4::bigint, 'prune_todos answers how many went');
select is(switchboard.prune_todos(), 0::bigint, 'and then none');
reset session authorization;

select is_empty(format('select tests.row(%L)', id), state || ': the todo is gone') from cases order by state;
select is_empty('select from switchboard.todo_attempts', 'so are the attempts');
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
