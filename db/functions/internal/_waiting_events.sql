create or replace function switchboard._waiting_events() returns setof switchboard.todo_events
language sql
stable
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
    select e.*
    from switchboard.todo_events as e
    where e.id > (select c.bound from switchboard.relay_cursor as c order by c.gen desc limit 1)
$$;
comment on function switchboard._waiting_events is 'The events that the relay has not taken yet, in no order.';
revoke all on function switchboard._waiting_events from public;
