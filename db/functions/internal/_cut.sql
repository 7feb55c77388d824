-- left() counts characters; limits here count bytes.
create or replace function switchboard._cut(p_text text, p_bytes integer) returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
    v_bytes bytea;
    v_length integer := p_bytes;
begin
    if pg_catalog.octet_length(p_text) <= p_bytes then
        return p_text;
    end if;
    v_bytes := pg_catalog.convert_to(p_text, 'UTF8');
    -- The first byte left out must start a character: 10xxxxxx continues one.
    while pg_catalog.get_byte(v_bytes, v_length) & 192 = 128 loop
        v_length := v_length - 1;
    end loop;
    return pg_catalog.convert_from(pg_catalog.substr(v_bytes, 1, v_length), 'UTF8');
end
$$;
comment on function switchboard._cut is 'p_text cut to at most p_bytes bytes at the end of a whole UTF-8 character; null stays null.';
revoke all on function switchboard._cut from public;
