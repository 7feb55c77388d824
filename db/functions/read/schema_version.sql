-- who calls: the server's readiness check
create or replace function switchboard.schema_version() returns text
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
    select max(m.name) from switchboard.schema_migrations as m
$$;
comment on function switchboard.schema_version is 'The newest migration that has run here.';
revoke all on function switchboard.schema_version from public;
grant execute on function switchboard.schema_version to switchboard_shim, switchboard_operator, switchboard_reader;
