-- errors: SB403
create or replace function switchboard._granted_queues(p_caller switchboard.caller, p_queues text[]) returns text[]
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if not p_queues <@ p_caller.queues then
        perform switchboard._raise_forbidden('a queue is not granted to this endpoint');
    end if;
    return coalesce(p_queues, p_caller.queues);
end
$$;
comment on function switchboard._granted_queues is 'The queues that a call may look into: those asked for, all granted ones for null.';
revoke all on function switchboard._granted_queues from public;
