-- errors: SB400
create or replace function switchboard._lease_request(
    p_caller switchboard.caller, p_lease_ttl interval, p_claimant text, p_session text, p_lease_token_hash bytea
) returns switchboard.lease_request
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    perform switchboard._check_hash('lease_token_hash', p_lease_token_hash);
    return row(
        'endpoint', p_caller.endpoint_id, p_caller.owner, switchboard._clean_label(p_session), switchboard._clean_label(p_claimant),
        switchboard._lease_ttl(p_lease_ttl, p_caller.default_lease_ttl), p_lease_token_hash
    )::switchboard.lease_request;
end
$$;
comment on function switchboard._lease_request is 'The terms of an endpoint''s claim, checked, cleaned and clamped.';
revoke all on function switchboard._lease_request from public;
