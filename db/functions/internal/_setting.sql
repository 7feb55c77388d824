-- Read when used, so that a change needs no restart.
create or replace function switchboard._setting(p_key text) returns integer
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_default integer := case p_key
        when 'attempt_history_max_per_todo' then 50
        when 'retention_max_age_days' then 30
        when 'retention_max_rows' then 500000
    end;
    v_value text;
begin
    select s.value into v_value from switchboard.settings as s where s.key = p_key;
    if v_default is not null and v_value ~ '^[0-9]{1,6}$' then
        return v_value::integer;
    end if;
    return v_default;
end
$$;
comment on function switchboard._setting is
'A setting as a number: its default when missing or unusable, null for an unknown key (contract 1.5).';
revoke all on function switchboard._setting from public;
