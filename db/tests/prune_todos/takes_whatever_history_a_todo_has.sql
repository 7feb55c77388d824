-- cases S38: closed, counted-out and human attempts, and a dead endpoint, do not hold a todo back.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
select from switchboard.set_setting('attempt_history_max_per_todo', '5');
do $$
declare
    v_endpoint uuid := (select id from switchboard.endpoints);
    v_todo text := (select id from switchboard.todos);
begin
    for n in 1..7 loop
        perform from switchboard.claim(v_endpoint, v_todo);
        perform from switchboard.release(v_endpoint, v_todo, 'not yet');
    end loop;
    perform from switchboard.owner_claim(tests.human(), v_todo);
end
$$;
select switchboard.revoke_endpoint(:'e') as n \gset
select is(attempts_pruned, 3::bigint, 'some attempts were counted out') from tests.row(:'id');
select tests.travel('31 days');

set session authorization tests_operator;
select is(switchboard.prune_todos(), 1::bigint, 'it goes');
reset session authorization;

select is_empty('select from switchboard.todo_attempts', 'with its attempts');
select is(count(*), 1::bigint, 'the endpoint stays') from switchboard.endpoints;

select * from finish();
rollback;
