-- errors: SB400
create or replace function switchboard._check_json(p_argument text, p_value jsonb) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    v_size integer := pg_catalog.octet_length(p_value::text);
begin
    if v_size > 1048576 then
        perform switchboard._raise_invalid(p_argument, 'must be at most 1 MiB as text');
    -- 65 levels take at least 130 bytes, so that small values skip the walk.
    elsif v_size >= 130 and p_value @? 'strict $.**{64} ? (@.type() == "array" || @.type() == "object")' then
        perform switchboard._raise_invalid(p_argument, 'must be at most 64 levels deep');
    end if;
end
$$;
comment on function switchboard._check_json is 'Checks a JSON value: at most 1 MiB as text and 64 levels deep; null passes (contract 1.6).';
revoke all on function switchboard._check_json from public;
