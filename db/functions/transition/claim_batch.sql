-- transition: pending | claimed (lapsed) | failed (due) -> claimed, up to p_limit todos
-- who calls: workers that take several at once
-- locks: the todos (skips locked ones, never waits)
-- tables: todo_attempts (update of lapsed ones, insert, delete over the cap), todos (update), todo_events (insert)
-- errors: SB401, SB403, SB400
create or replace function switchboard.claim_batch(
    p_endpoint_id uuid,
    p_limit integer,
    p_queues text[] default null,
    p_lease_ttl interval default null,
    p_claimant text default null,
    p_session text default null,
    p_lease_token_hashes bytea[] default null
) returns setof switchboard.claimed_todo
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_caller switchboard.caller := switchboard._authorise(p_endpoint_id, 'claim_next');
    v_queues text[] := switchboard._granted_queues(v_caller, p_queues);
    v_request switchboard.lease_request := switchboard._lease_request(v_caller, p_lease_ttl, p_claimant, p_session, null);
    v_scan timestamptz := switchboard._now(); -- one for all: a lease of this batch must not lapse into this batch
    v_hashes bytea[] := nullif(p_lease_token_hashes, '{}');
    v_claimed switchboard.claimed_todo;
begin
    if p_limit is null or p_limit not between 1 and 100 then
        perform switchboard._raise_invalid('limit', 'must be 1 to 100');
    end if;
    -- A matrix would pass the count, and then fence nothing: an element of it has two subscripts.
    if array_ndims(v_hashes) > 1 or v_hashes is not null and (
        select count(distinct h.hash) <> p_limit or count(*) <> p_limit or bool_or(octet_length(h.hash) <> 32)
        from pg_catalog.unnest(v_hashes) as h (hash)
    ) then
        perform switchboard._raise_invalid('lease_token_hashes', 'must be none, or limit different SHA-256 digests of 32 bytes');
    end if;
    for i in 1 .. p_limit loop
        v_request.token_hash := v_hashes[array_lower(v_hashes, 1) + i - 1];
        v_claimed := switchboard._take_next(v_queues, v_scan, v_request);
        exit when v_claimed.id is null;
        return next v_claimed;
    end loop;
end
$$;
comment on function switchboard.claim_batch is
'Claims up to p_limit (1 to 100) of the oldest claimable todos in one transaction; fewer rows when there is less to do.
p_lease_token_hashes: none, or p_limit different digests; the i-th fences the i-th row. Otherwise as claim_next.';
revoke all on function switchboard.claim_batch from public;
grant execute on function switchboard.claim_batch to switchboard_shim, switchboard_agent;
