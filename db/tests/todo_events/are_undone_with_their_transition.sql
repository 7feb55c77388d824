-- behaviour [124]: what is rolled back leaves neither an event nor a trace in the numbers.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.todo(:'e') as waiting \gset
select tests.todo_in(:'e', 'lapsed') as lapsed \gset
create temp table unmoved on commit drop as
select to_jsonb(v) as event from switchboard.todo_events as v;
select tests.freeze(now() + interval '1 minute');
select to_jsonb(q) as numbers from switchboard.queue_metrics() as q \gset

do $do$
declare
    v_endpoint uuid := (select e.id from switchboard.endpoints as e);
    v_todo text := (select t.id from switchboard.todos as t where t.state = 'pending');
begin
    perform switchboard.claim(v_endpoint, v_todo);
    perform switchboard.complete(v_endpoint, v_todo);
    perform switchboard.reap_expired();
    perform switchboard.revoke_endpoint(v_endpoint);
    if (select count(*) from switchboard.todo_events) <> 7 then
        raise exception 'the four events were not written in the first place';
    end if;
    raise sqlstate 'UNDO1';
exception when sqlstate 'UNDO1' then
    null;
end
$do$;

select set_eq('select to_jsonb(v) from switchboard.todo_events as v', 'select event from unmoved', 'the events are as they were');
select is(to_jsonb(q), :'numbers', 'and the numbers') from switchboard.queue_metrics() as q;

select * from finish();
rollback;
