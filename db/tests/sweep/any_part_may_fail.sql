-- behaviour [117]: each part stands in a block of its own: with all four failing, sweep still answers.
begin;
select plan(1);

do $$
declare
    v_function text;
begin
    foreach v_function in array array[
        'expire_endpoints(p_limit integer default 100) returns bigint',
        'reap_expired(p_limit integer default 1000) returns setof switchboard.todo_row',
        'requeue_due_retries(p_limit integer default 1000) returns setof switchboard.todo_row',
        'prune_todos(p_limit integer default 10000) returns bigint'
    ] loop
        execute format(
            'create or replace function switchboard.%s language plpgsql as %L', v_function, 'begin raise exception ''planted''; end'
        );
    end loop;
end
$$;

set session authorization tests_operator;
select set_config('client_min_messages', 'error', true) as quiet \gset
select results_eq(
    'select reaped, requeued, pruned, expired from switchboard.sweep()',
    'values (null::bigint, null::bigint, null::bigint, null::bigint)',
    'no part counts'
);
reset session authorization;

select * from finish();
rollback;
