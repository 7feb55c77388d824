-- Roles, schema, default privileges, and the two tables in which `switchboard migrate` keeps its books.
-- Roles belong to the whole cluster, so another database may have made them already, or be making them right now.

do $$
declare
    v_role text;
    v_right text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
    foreach v_role in array array[
        'switchboard_owner', 'switchboard_shim', 'switchboard_agent',
        'switchboard_producer', 'switchboard_operator', 'switchboard_reader'
    ] loop
        begin
            if not exists (select from pg_catalog.pg_roles as r where r.rolname = v_role) then
                execute format('create role %I nologin', v_role);
            end if;
        exception when duplicate_object or unique_violation then
            null; -- another database of this cluster was faster
        end;
    end loop;
    -- A superuser may set any role. Anybody else must be a member of the owner to install for it.
    if not pg_has_role(current_user, 'switchboard_owner', v_right) then
        execute format('grant switchboard_owner to %I', current_user);
    end if;
    -- doctor() runs as the owner and tells of long transactions, whose times other roles may not see.
    begin
        if not pg_has_role('switchboard_owner', 'pg_read_all_stats', 'member') then
            grant pg_read_all_stats to switchboard_owner;
        end if;
    exception when insufficient_privilege then
        null; -- docs/dba.md says who may grant it later; nothing else depends on it
    end;
end
$$;

create schema switchboard authorization switchboard_owner;
comment on schema switchboard is 'Switchboard: a durable todo queue that remembers every attempt. Clients call functions; only the owner touches tables.';
grant usage on schema switchboard
to switchboard_shim, switchboard_agent, switchboard_producer, switchboard_operator, switchboard_reader;

-- The form with "in schema" has no effect on PUBLIC's built-in right, so this one has none.
alter default privileges for role switchboard_owner revoke execute on functions from public;

set local role switchboard_owner;

create table switchboard.schema_migrations (
    name text collate "C" not null,
    sha256 text not null,
    applied_at timestamptz not null default pg_catalog.now(),
    constraint schema_migrations_pkey primary key (name)
);
comment on table switchboard.schema_migrations is 'One row per file of db/migrations that has run here. Written by switchboard migrate.';
comment on column switchboard.schema_migrations.name is 'File name without .sql; names sort in the order in which they run.';
comment on column switchboard.schema_migrations.sha256 is 'SHA-256 of the file in hex when it ran. A released file is never edited.';
comment on column switchboard.schema_migrations.applied_at is 'When it ran.';
comment on constraint schema_migrations_pkey on switchboard.schema_migrations is 'A file runs once.';

create table switchboard.schema_functions (
    path text collate "C" not null,
    sha256 text not null,
    applied_at timestamptz not null default pg_catalog.now(),
    constraint schema_functions_pkey primary key (path)
);
comment on table switchboard.schema_functions is 'One row per file of db/functions as it last ran here. A file runs again when its text changes.';
comment on column switchboard.schema_functions.path is 'Path below db/functions.';
comment on column switchboard.schema_functions.sha256 is 'SHA-256 of the file in hex when it last ran.';
comment on column switchboard.schema_functions.applied_at is 'When it last ran.';
comment on constraint schema_functions_pkey on switchboard.schema_functions is 'One current text per file.';
