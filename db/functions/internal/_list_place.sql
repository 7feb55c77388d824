-- errors: SB401, SB404, SB400
create or replace function switchboard._list_place(
    p_human_id uuid, p_filter text, p_endpoint_id uuid, p_before text
) returns switchboard.list_place
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_place switchboard.list_place := row('infinity'::timestamptz, ''::text)::switchboard.list_place;
begin
    perform switchboard._authorise_human(p_human_id);
    if p_endpoint_id is not null and not switchboard._owns_endpoint(p_human_id, p_endpoint_id) then
        perform switchboard._raise_not_found();
    end if;
    if p_filter not in ('all', 'dead_letter') then
        perform switchboard._check_state(p_filter);
    end if;
    if p_before is not null then
        select t.created_at, t.id into v_place.created_at, v_place.id
        from switchboard.todos as t
        where t.id = p_before and switchboard._owns_endpoint(p_human_id, t.endpoint_id);
        if not found then
            perform switchboard._raise_not_found();
        end if;
    end if;
    return v_place;
end
$$;
comment on function switchboard._list_place is
'Checks what a human asks of a list, and answers the place below which it is to go on: that of p_before, or the top.';
revoke all on function switchboard._list_place from public;
