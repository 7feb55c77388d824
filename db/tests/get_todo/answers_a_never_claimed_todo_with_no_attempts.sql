-- behaviour [21], 3.3: attempts is an empty list, never null, the totals 0; no result is null.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset

set session authorization tests_agent;
select results_eq(
    format('select attempts, attempts_total, attempts_pruned, result from switchboard.get_todo(%L, %L)', :'e', :'id'),
    $$values ('[]'::jsonb, 0::bigint, 0::bigint, null::jsonb)$$,
    'get_todo'
);
select is_empty(format('select from switchboard.list_attempts(%L, %L)', :'e', :'id'), 'list_attempts');
reset session authorization;

select * from finish();
rollback;
