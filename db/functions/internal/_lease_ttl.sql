-- In seconds, since a day is 23 or 25 hours long where clocks change. Compared in seconds too: '-1 year 362 days' is more than
-- nothing to PostgreSQL, which compares years of 360 days, and less than nothing in seconds.
create or replace function switchboard._lease_ttl(p_ttl interval, p_default interval) returns interval
language sql
immutable
as $$
    select pg_catalog.make_interval(
        secs => least(
            case
                when extract(epoch from p_ttl) > 0 then extract(epoch from p_ttl)
                else coalesce(extract(epoch from p_default), 300)
            end,
            86400
        )::double precision
    )
$$;
comment on function switchboard._lease_ttl is
'The lease length of a call: null, zero or negative means the endpoint''s default, then 300 s; more than 24 h is cut to 24 h.';
revoke all on function switchboard._lease_ttl from public;
