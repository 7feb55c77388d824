-- In seconds, since a day is 23 or 25 hours long where clocks change.
create or replace function switchboard._lease_ttl(p_ttl interval, p_default interval) returns interval
language sql
immutable
as $$
    select pg_catalog.make_interval(
        secs => least(
            extract(
                epoch from case
                    when p_ttl > interval '0 seconds' then p_ttl else coalesce(p_default, interval '300 seconds')
                end
            ),
            86400
        )::double precision
    )
$$;
comment on function switchboard._lease_ttl is
'The lease length of a call: null, zero or negative means the endpoint''s default, then 300 s; more than 24 h is cut to 24 h.';
revoke all on function switchboard._lease_ttl from public;
