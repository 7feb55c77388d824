-- transition: none
-- who calls: any scheduler; one at a time works, the others return at once
-- locks: the relay's cursor (skips it when a rival has it)
-- tables: todo_events (delete), queue_tallies, outcome_hours, relay_cursor (insert and delete)
-- errors: SB400
create or replace function switchboard.relay_events(p_limit integer default 1000) returns bigint
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
    v_bound bigint;
    v_newest bigint;
    v_xmin xid8;
    v_may_note boolean;
    v_ids bigint[];
    v_events switchboard.todo_events[];
    v_count bigint;
begin
    perform switchboard._check_limit(p_limit);
    -- Looks before it locks: an idle relay, ten times a second, writes nothing.
    if not exists (
        select from switchboard.todo_events as e
        where e.id > (select c.bound from switchboard.relay_cursor as c order by c.gen desc limit 1)
    ) then
        return 0::bigint;
    end if;
    -- Whoever has an id up to v_newest got its transaction id before this; ours, taken at the lock below, is later. Not so when the
    -- caller's transaction has written before.
    v_may_note := pg_current_xact_id_if_assigned() is null;
    select s.last_value into v_newest from switchboard.todo_events_id_seq as s;
    select c.* into v_cursor from switchboard.relay_cursor as c order by c.gen desc limit 1 for update skip locked;
    if not found then
        return 0::bigint;
    end if;
    -- Before the batch is read: what has ended by now is in its snapshot.
    v_xmin := pg_snapshot_xmin(pg_current_snapshot());
    v_ids := array(
        select e.id from switchboard.todo_events as e where e.id > v_cursor.bound order by e.id limit p_limit
    );
    with taken as (
        delete from switchboard.todo_events as e
        where e.id = any(v_ids)
        returning e as event
    )

    select array_agg(t.event order by (t.event).id) into v_events from taken as t;
    v_count := coalesce(cardinality(v_events), 0)::bigint;

    -- The bound (design 3): noted_id once every transaction that may have used a lower one has ended, but never past an event that
    -- this batch had no room for.
    v_bound := v_cursor.bound;
    if v_cursor.noted_xid < v_xmin then
        v_bound := greatest(v_bound, v_cursor.noted_id);
        v_cursor.noted_xid := null;
    end if;
    if cardinality(v_ids) >= p_limit then
        v_bound := least(v_bound, v_ids[p_limit]);
    end if;
    -- A noted id from another cluster, by dump and restore, would never settle.
    if v_may_note and (v_cursor.noted_xid is null or v_cursor.noted_xid > pg_current_xact_id()) then
        v_cursor.noted_id := v_newest;
        v_cursor.noted_xid := pg_current_xact_id();
    end if;
    insert into switchboard.relay_cursor (gen, bound, noted_id, noted_xid)
    values (v_cursor.gen + 1, v_bound, v_cursor.noted_id, v_cursor.noted_xid);
    delete from switchboard.relay_cursor as c where c.gen = v_cursor.gen;

    perform switchboard._add_to_tally(c, v_cursor.gen + 1) from switchboard._count_events(coalesce(v_events, '{}')) as c;

    perform switchboard._add_outcomes(coalesce(v_events, '{}'), v_cursor.gen + 1);

    -- A full queue of notifications would fail the commit, and with it the counting. A notification is a hint. Ids of
    -- ours are short; a longer one, inserted by hand, would not fit.
    if pg_notification_queue_usage() < 0.5 then
        perform switchboard._notify_ready(e.endpoint_id, e.queue, e.todo_id, e.event)
        from unnest(v_events) as e
        where e.event in ('created', 'requeued') and octet_length(e.todo_id) <= 1000;
        perform
            pg_notify('switchboard_todo_dead_lettered', json_build_object(
                'v', 1, 'endpoint_id', e.endpoint_id, 'queue', e.queue, 'todo_id', e.todo_id, 'seq', e.seq
            )::text)
        from unnest(v_events) as e
        where e.event = 'dead_lettered' and octet_length(e.todo_id) <= 1000;
        perform switchboard._notify_owners(coalesce(v_events, '{}'));
    end if;
    return v_count;
end
$$;
comment on function switchboard.relay_events is
'Takes up to p_limit events, oldest first: adds them to the numbers that queue_metrics() answers, sends notifications, and deletes
them, all or nothing. Answers how many; a full batch means that more wait. 0 at once while another relay is at work.
Notifies switchboard_todo_ready for created and requeued todos, switchboard_todo_dead_lettered for dead letters, and
switchboard_todos_changed, once or a few times for each human, for all but pruned ones.';
revoke all on function switchboard.relay_events from public;
grant execute on function switchboard.relay_events to switchboard_operator;
