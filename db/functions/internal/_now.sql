-- The one clock of the schema. Tests replace it inside their transaction; nothing else may set it.
create or replace function switchboard._now() returns timestamptz
language sql
volatile
as $$
    select pg_catalog.clock_timestamp()
$$;
comment on function switchboard._now is
'The clock: the time now, not the start of the transaction, since a lease counts from the moment it is granted.';
revoke all on function switchboard._now from public;
