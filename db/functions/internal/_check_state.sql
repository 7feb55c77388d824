-- errors: SB400
create or replace function switchboard._check_state(p_state text) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if p_state not in ('pending', 'claimed', 'done', 'failed', 'canceled', 'rejected', 'input-required', 'auth-required') then
        perform switchboard._raise_invalid(
            'state', 'must be pending, claimed, done, failed, canceled, rejected, input-required or auth-required'
        );
    end if;
end
$$;
comment on function switchboard._check_state is 'Checks a state to filter by; null passes.';
revoke all on function switchboard._check_state from public;
