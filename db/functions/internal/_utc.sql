-- Times inside JSON, the same whatever the session's time zone and date style.
create or replace function switchboard._utc(p_time timestamptz) returns text
language sql
immutable
as $$
    select pg_catalog.to_char(p_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
$$;
comment on function switchboard._utc is 'A time as UTC text, YYYY-MM-DDTHH:MM:SSZ; null stays null.';
revoke all on function switchboard._utc from public;
