-- errors: always SB409
create or replace function switchboard._raise_taken(p_what text) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    raise exception using
        errcode = 'SB409',
        message = p_what,
        detail = 'conflict',
        hint = 'Nothing was changed. Choose another, or use the one that exists.';
end
$$;
comment on function switchboard._raise_taken is 'Refuses a name, key or credential that something else holds.';
revoke all on function switchboard._raise_taken from public;
