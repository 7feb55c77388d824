-- locks: none of its own: the caller holds the relay's cursor
-- tables: queue_tallies (insert and delete)
create or replace function switchboard._add_to_tally(p_more switchboard.queue_tallies, p_gen bigint) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_known switchboard.queue_tallies;
    v_sum switchboard.queue_tallies;
begin
    select q.* into v_known
    from switchboard.queue_tallies as q
    where q.label = p_more.label
    order by q.gen desc
    limit 1;
    v_sum := switchboard._add_tallies(v_known, p_more);
    v_sum.gen := p_gen;
    -- In this order: a cursor that was made anew by hand may come to the row's own gen.
    delete from switchboard.queue_tallies as q where q.label = v_known.label and q.gen = v_known.gen;
    insert into switchboard.queue_tallies select v_sum.*;
end
$$;
comment on function switchboard._add_to_tally is 'Puts a new row with the sum in the place of a label''s tally.';
revoke all on function switchboard._add_to_tally from public;
