-- A label is shown beside what people trust, so nothing invisible stays in it. Cleaned before it is cut.
create or replace function switchboard._clean_label(p_label text) returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
    if p_label is null then
        return null;
    end if;
    return nullif(
        switchboard._cut(
            -- Control characters (C0, DEL, C1), bidirectional controls, line and paragraph separators.
            pg_catalog.regexp_replace(
                p_label, E'[\\u0001-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]', '', 'g'
            ),
            128
        ),
        ''
    );
end
$$;
comment on function switchboard._clean_label is
'A claimant or session label without control and bidirectional-control characters, cut to 128 bytes; empty becomes null.';
revoke all on function switchboard._clean_label from public;
