-- errors: SB400
create or replace function switchboard._check_name(p_argument text, p_value text) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if pg_catalog.octet_length(p_value) not between 1 and 128 then
        perform switchboard._raise_invalid(p_argument, 'must be 1 to 128 bytes long');
    elsif p_value ~ E'[\\u0001-\\u001f\\u007f-\\u009f]' then
        perform switchboard._raise_invalid(p_argument, 'must not contain control characters');
    end if;
end
$$;
comment on function switchboard._check_name is 'Checks a name that people read: 1 to 128 bytes without control characters; null passes (contract 1.6).';
revoke all on function switchboard._check_name from public;
