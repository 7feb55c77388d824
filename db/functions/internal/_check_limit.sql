-- errors: SB400
create or replace function switchboard._check_limit(p_limit integer) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if p_limit is null or p_limit < 1 then
        perform switchboard._raise_invalid('limit', 'must be at least 1');
    end if;
end
$$;
comment on function switchboard._check_limit is 'Checks the limit of a sweep.';
revoke all on function switchboard._check_limit from public;
