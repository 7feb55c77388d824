-- The one rule of when a todo that nobody claims is rung for again: behaviour 4, [113].
create or replace function switchboard._may_ring(
    p_created_at timestamptz, p_rings integer, p_rang_at timestamptz, p_now timestamptz
) returns boolean
language sql
immutable
as $$
    select case coalesce(p_rings, 0)
        when 0 then p_created_at <= p_now - interval '5 minutes'
        when 1 then p_rang_at <= p_now - interval '20 minutes'
        when 2 then p_rang_at <= p_now - interval '1 hour'
        when 3 then p_rang_at <= p_now - interval '6 hours'
        when 4 then p_rang_at <= p_now - interval '6 hours'
        else false
    end
$$;
comment on function switchboard._may_ring is
'Whether a reminder for a pending todo is due: 5 minutes after its creation, then 20 minutes, 1 hour and twice 6 hours after the last.';
revoke all on function switchboard._may_ring from public;
