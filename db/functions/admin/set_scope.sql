-- who calls: operators
-- locks: the endpoint (waits), then as _admit_queues
-- tables: endpoints (update), queue_labels (insert)
-- errors: SB404, SB400, SB409
create or replace function switchboard.set_scope(p_endpoint_id uuid, p_queues text[], p_verbs text[]) returns void
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_revoked_at timestamptz;
begin
    select e.revoked_at into v_revoked_at from switchboard.endpoints as e where e.id = p_endpoint_id for no key update;
    if not found then
        perform switchboard._raise_not_found();
    end if;
    perform switchboard._check_scope(p_queues, p_verbs);
    if v_revoked_at is not null then
        perform switchboard._raise_taken('the endpoint is revoked');
    end if;
    update switchboard.endpoints as e set queues = p_queues, verbs = p_verbs where e.id = p_endpoint_id;
    perform switchboard._admit_queues(p_queues);
end
$$;
comment on function switchboard.set_scope is
'Replaces the queues and verbs of an endpoint, from its next call on. Todos on queues that it loses stay and wait.
SB409 when the endpoint is revoked.';
revoke all on function switchboard.set_scope from public;
grant execute on function switchboard.set_scope to switchboard_operator;
