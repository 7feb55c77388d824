-- errors: SB403
create or replace function switchboard._granted_queues(p_caller switchboard.caller, p_queues text[]) returns text[]
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if not p_queues <@ p_caller.queues then
        perform switchboard._raise_forbidden('a queue is not granted to this endpoint');
    end if;
    if p_queues is null then
        return p_caller.queues;
    end if;
    -- Each once and never more than the scope holds: every name costs a claim two probes.
    return array(select distinct q.queue from unnest(p_queues) as q (queue));
end
$$;
comment on function switchboard._granted_queues is 'The queues that a call may look into: those asked for, all granted ones for null.';
revoke all on function switchboard._granted_queues from public;
