-- The exponent is bounded before the power, so that no attempt number overflows.
create or replace function switchboard._backoff(p_attempt integer) returns interval
language sql
immutable
as $$
    select pg_catalog.make_interval(secs => least(30 * 2 ^ least(greatest(p_attempt, 1) - 1, 5), 900)::double precision)
$$;
comment on function switchboard._backoff is 'How long a failed todo waits: 30 s after attempt 1, doubling, 15 minutes from attempt 6 on.';
revoke all on function switchboard._backoff from public;
