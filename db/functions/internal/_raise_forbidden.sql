-- errors: always SB403
create or replace function switchboard._raise_forbidden(p_reason text) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    raise exception using
        errcode = 'SB403',
        message = p_reason,
        detail = 'forbidden',
        hint = 'Ask the owner of the endpoint to widen its scope.';
end
$$;
comment on function switchboard._raise_forbidden is 'Refuses what lies outside the endpoint''s scope or the database role''s reach.';
revoke all on function switchboard._raise_forbidden from public;
