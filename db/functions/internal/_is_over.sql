-- The one rule of when an endpoint may no longer act, whether or not the sweep has met it.
create or replace function switchboard._is_over(p_revoked_at timestamptz, p_expires_at timestamptz) returns boolean
language sql
volatile
as $$
    select p_revoked_at is not null or coalesce(p_expires_at <= switchboard._now(), false)
$$;
comment on function switchboard._is_over is 'Whether an endpoint is revoked or expired.';
revoke all on function switchboard._is_over from public;
