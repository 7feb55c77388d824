-- behaviour [10]: a pending todo is canceled without an attempt row.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset

set session authorization tests_agent;
select results_eq(
    format($$select state, attempts_total from switchboard.cancel(%L, %L)$$, :'e', :'id'),
    $$values ('canceled', 0::bigint)$$,
    'cancel answers the canceled todo'
);
reset session authorization;

select is_empty(format($$select tests.attempts(%L)$$, :'id'), 'no attempt');
select ok(completed_at is not null, 'the time is on the todo') from tests.row(:'id');
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
