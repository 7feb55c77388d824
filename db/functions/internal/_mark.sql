-- The six marks of the Board, from the seven outcomes.
create or replace function switchboard._mark(p_outcome text) returns text
language sql
immutable
as $$
    select
        case
            when p_outcome is null then 'open'
            when p_outcome in ('lease_expired', 'reaped') then 'died'
            when p_outcome in ('canceled', 'revoked') then 'called_off'
            else p_outcome
        end
$$;
comment on function switchboard._mark is
'How an attempt is drawn: open, completed, failed, died (lease_expired, reaped), released or called_off (canceled, revoked).';
revoke all on function switchboard._mark from public;
