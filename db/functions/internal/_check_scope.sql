-- errors: SB400
create or replace function switchboard._check_scope(p_queues text[], p_verbs text[]) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    v_queue text;
begin
    if p_queues is null or pg_catalog.array_ndims(p_queues) > 1 or pg_catalog.array_position(p_queues, null) is not null then
        perform switchboard._raise_invalid('queues', 'must be a list of queue names');
    end if;
    foreach v_queue in array p_queues loop
        perform switchboard._check_name('queues', v_queue);
    end loop;
    if p_verbs is null or pg_catalog.array_ndims(p_verbs) > 1 or not p_verbs <@ switchboard._verbs() then
        perform switchboard._raise_invalid('verbs', 'must be a list of ' || pg_catalog.array_to_string(switchboard._verbs(), ', '));
    end if;
end
$$;
comment on function switchboard._check_scope is 'Checks the queues and verbs that an endpoint is to hold.';
revoke all on function switchboard._check_scope from public;
