-- errors: SB400
create or replace function switchboard._check_hash(p_argument text, p_value bytea) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if pg_catalog.octet_length(p_value) <> 32 then
        perform switchboard._raise_invalid(p_argument, 'must be a SHA-256 digest of 32 bytes');
    end if;
end
$$;
comment on function switchboard._check_hash is 'Checks a digest: 32 bytes; null passes.';
revoke all on function switchboard._check_hash from public;
