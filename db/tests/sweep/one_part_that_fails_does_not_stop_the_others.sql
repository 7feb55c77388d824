-- behaviour [117]: the part that fails answers null and raises a warning; what it began is undone; the others do their work.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.todo_in(:'e', 'lapsed') as lapsed \gset
select tests.todo_in(:'e', 'failed') as parked \gset
select tests.travel('1 minute');
create or replace function switchboard.reap_expired(p_limit integer default 1000) returns setof switchboard.todo_row
language plpgsql
as $$
begin
    update switchboard.todos set title = 'half done';
    raise exception 'planted';
end
$$;

set session authorization tests_operator;
select set_config('client_min_messages', 'error', true) as quiet \gset
select results_eq(
    'select reaped, requeued, pruned, expired from switchboard.sweep()',
    'values (null::bigint, 1::bigint, 0::bigint, 0::bigint)',
    'the others count'
);
reset session authorization;

select is((tests.row(:'parked')).state, 'pending', 'the retry came back');
select is((tests.row(:'lapsed')).title, 'a todo', 'nothing half done');

select * from finish();
rollback;
