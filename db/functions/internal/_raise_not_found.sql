-- errors: always SB404
create or replace function switchboard._raise_not_found() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    raise exception using
        errcode = 'SB404',
        message = 'not found',
        detail = 'not_found',
        hint = 'Check the id; what belongs to another owner answers the same.';
end
$$;
comment on function switchboard._raise_not_found is 'Refuses an id that is unknown or somebody else''s: the two are told alike.';
revoke all on function switchboard._raise_not_found from public;
