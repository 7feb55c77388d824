-- errors: SB400
create or replace function switchboard._report(
    p_summary text, p_artifact text, p_summary_from_result jsonb default null
) returns switchboard.report
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
    v_summary text := coalesce(
        nullif(p_summary, ''),
        -- Compact: no space after the colons and commas between strings, whole strings as they are. Of the first 8,192 characters
        -- more than 2,048 bytes are left; the last string may be cut open.
        regexp_replace(
            left(p_summary_from_result::text, 8192), E'("(?:[^"\\\\]|\\\\.)*(?:"|\\\\?$))|([:,]) ', E'\\1\\2', 'g'
        )
    );
    v_artifact text := nullif(p_artifact, '');
    v_cut text := switchboard._cut(v_summary, 2048);
begin
    if not switchboard._is_artifact(v_artifact) then
        perform switchboard._raise_invalid(
            'artifact', 'must be mcp://cairn/<id> or an https URL with a host name, at most 512 bytes'
        );
    end if;
    return row(v_cut, coalesce(v_cut <> v_summary, false), v_artifact)::switchboard.report;
end
$$;
comment on function switchboard._report is
'What a holder leaves for later claimers: the summary cut to 2,048 bytes and flagged, the artifact checked and refused if malformed.
p_summary_from_result stands in when there is no summary.';
revoke all on function switchboard._report from public;
