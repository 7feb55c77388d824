-- who calls: operators
-- tables: humans (insert)
-- errors: SB400, SB409
create or replace function switchboard.create_human(p_name text) returns uuid
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_id uuid;
begin
    if p_name is null then
        perform switchboard._raise_invalid('name', 'is required');
    end if;
    perform switchboard._check_name('name', p_name);
    insert into switchboard.humans as h (name) values (p_name)
    on conflict (name) do nothing
    returning h.id into v_id;
    if not found then
        perform switchboard._raise_taken('a human of that name exists');
    end if;
    return v_id;
end
$$;
comment on function switchboard.create_human is 'Adds a human and answers their id. p_name: 1 to 128 bytes, unique here; SB409 when taken.';
revoke all on function switchboard.create_human from public;
grant execute on function switchboard.create_human to switchboard_operator;
