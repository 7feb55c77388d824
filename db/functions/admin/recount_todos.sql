-- who calls: operators, after todos were changed or deleted by hand
-- locks: the relay's cursor (waits for a relay's batch)
-- tables: queue_tallies (insert and delete), relay_cursor (insert and delete)
create or replace function switchboard.recount_todos() returns bigint
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_cursor switchboard.relay_cursor;
    v_drifts bigint;
begin
    -- A relay's batch that ended while this waited has put another row in its place: ask again.
    loop
        select c.* into v_cursor from switchboard.relay_cursor as c order by c.gen desc limit 1 for update;
        exit when found;
        -- Somebody deleted it. From 0 on no event is passed over.
        if not exists (select from switchboard.relay_cursor) then
            insert into switchboard.relay_cursor (gen, bound) values (0, 0) on conflict do nothing;
        end if;
    end loop;
    -- Read in one statement, so in one snapshot: the table and the events that are still to be counted belong together.
    perform switchboard._add_to_tally(d, v_cursor.gen + 1) from switchboard._drifts() as d;
    get diagnostics v_drifts = row_count;
    insert into switchboard.relay_cursor (gen, bound, noted_id, noted_xid)
    values (v_cursor.gen + 1, v_cursor.bound, v_cursor.noted_id, v_cursor.noted_xid);
    delete from switchboard.relay_cursor as c where c.gen = v_cursor.gen;
    return v_drifts;
end
$$;
comment on function switchboard.recount_todos is
'Corrects the numbers of todos by state that queue_metrics() answers, by counting the table: needed only after todos were changed or
deleted by hand, or an endpoint with its todos. Totals stay. Answers for how many queue labels numbers were wrong.';
revoke all on function switchboard.recount_todos from public;
grant execute on function switchboard.recount_todos to switchboard_operator;
