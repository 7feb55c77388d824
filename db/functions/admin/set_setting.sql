-- who calls: operators
-- tables: settings (insert or update)
-- errors: SB400
create or replace function switchboard.set_setting(p_key text, p_value text) returns void
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
begin
    if switchboard._setting(p_key) is null then
        perform switchboard._raise_invalid(
            'key', 'must be attempt_history_max_per_todo, retention_max_age_days or retention_max_rows'
        );
    elsif p_value is null or p_value !~ '^[0-9]{1,6}$' then
        perform switchboard._raise_invalid('value', 'must be a whole number from 0 to 999999');
    end if;
    insert into switchboard.settings as s (key, value) values (p_key, p_value)
    on conflict (key) do update set value = excluded.value;
end
$$;
comment on function switchboard.set_setting is
'Changes a setting; it counts from the next use on, without a restart.
attempt_history_max_per_todo: attempts kept per todo, 50, never below 5. retention_max_age_days: how long finished todos stay, 30.
retention_max_rows: how many finished todos stay, 500000.';
revoke all on function switchboard.set_setting from public;
grant execute on function switchboard.set_setting to switchboard_operator;
