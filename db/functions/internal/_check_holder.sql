-- locks: none: the caller holds the todo's row lock, so the open attempt cannot change under it
-- errors: SB409
create or replace function switchboard._check_holder(
    p_todo switchboard.todo_row,
    p_owner text,
    p_lease_token_hash bytea default null,
    p_states text[] default '{claimed}'
) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
begin
    -- A statement of its own: its snapshot is newer than the row lock, so it cannot see an attempt from before a takeover.
    if p_todo.state <> all(p_states)
        or p_todo.owner is distinct from p_owner
        or not exists (
            select from switchboard.todo_attempts as a
            where
                a.todo_id = p_todo.id and a.seq = p_todo.attempts_total and a.ended_at is null
                and a.lease_token_hash is not distinct from p_lease_token_hash
        )
    then
        perform switchboard._raise_conflict();
    end if;
end
$$;
comment on function switchboard._check_holder is
'Checks, under the todo''s lock, that the caller holds the lease: state, owner, then the fence (behaviour 2.11).
A human never presents a token, and a lease taken from the Board never has one.';
revoke all on function switchboard._check_holder from public;
