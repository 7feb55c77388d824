-- Parsed strictly and never fetched (behaviour 3.4).
create or replace function switchboard._is_artifact(p_artifact text) returns boolean
language sql
immutable
as $$
    select
        pg_catalog.octet_length(p_artifact) <= 512
        and (
            p_artifact ~ '^mcp://cairn/[A-Za-z0-9_-]{1,64}$'
            -- A host name whose last label starts with a letter (no addresses), an optional port, no user information, and
            -- nothing that hides or breaks: spaces, quotes, backslashes, control, invisible or bidirectional characters.
            or p_artifact ~ (
                '^[Hh][Tt][Tt][Pp][Ss]://([A-Za-z0-9_-]+[.])*[A-Za-z][A-Za-z0-9-]*(:[0-9]{1,5})?'
                || E'([/?#][^\\s\\\\<>"\\u0001-\\u0020\\u007f-\\u00a0\\u061c\\u200b-\\u200f\\u2028-\\u202f\\u2060-\\u206f\\ufeff]*)?$'
            )
        )
$$;
comment on function switchboard._is_artifact is
'Whether a text is an artifact: mcp://cairn/<id> or an https URL with a host name and no user information, at most 512 bytes.';
revoke all on function switchboard._is_artifact from public;
