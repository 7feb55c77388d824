-- errors: always SB401
create or replace function switchboard._raise_unauthenticated() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    raise exception using
        errcode = 'SB401',
        message = 'the caller is unknown, revoked or expired',
        detail = 'unauthenticated',
        hint = 'Ask the owner of the endpoint for a new credential.';
end
$$;
comment on function switchboard._raise_unauthenticated is 'Refuses a caller whose own identity does not hold; one text for unknown, revoked and expired.';
revoke all on function switchboard._raise_unauthenticated from public;
