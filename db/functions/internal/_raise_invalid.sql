-- errors: always SB400
create or replace function switchboard._raise_invalid(p_argument text, p_reason text) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    raise exception using
        errcode = 'SB400',
        message = p_argument || ' ' || p_reason,
        detail = 'invalid',
        hint = 'Nothing was changed. Correct the argument and call again.';
end
$$;
comment on function switchboard._raise_invalid is 'Refuses a malformed or oversized argument: names it, never echoes its value.';
revoke all on function switchboard._raise_invalid from public;
