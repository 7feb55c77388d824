create or replace function switchboard._add_tallies(
    p_known switchboard.queue_tallies, p_more switchboard.queue_tallies
) returns switchboard.queue_tallies
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
    if p_known.label is null then
        p_more.created_total := switchboard._add_sources('{}', p_more.created_total);
        return p_more;
    elsif p_more.label is null then
        return p_known;
    end if;
    return row(
        p_known.label,
        p_known.gen,
        p_known.pending + p_more.pending,
        p_known.claimed + p_more.claimed,
        p_known.done + p_more.done,
        p_known.failed + p_more.failed,
        p_known.dead + p_more.dead,
        p_known.claimed_total + p_more.claimed_total,
        p_known.completed_total + p_more.completed_total,
        p_known.failed_total + p_more.failed_total,
        p_known.leases_expired_total + p_more.leases_expired_total,
        p_known.attempts_1_total + p_more.attempts_1_total,
        p_known.attempts_2_total + p_more.attempts_2_total,
        p_known.attempts_3_total + p_more.attempts_3_total,
        p_known.closed_completed_total + p_more.closed_completed_total,
        p_known.closed_failed_total + p_more.closed_failed_total,
        p_known.closed_released_total + p_more.closed_released_total,
        p_known.closed_lease_expired_total + p_more.closed_lease_expired_total,
        p_known.closed_reaped_total + p_more.closed_reaped_total,
        p_known.closed_canceled_total + p_more.closed_canceled_total,
        p_known.closed_revoked_total + p_more.closed_revoked_total,
        case
            when p_more.created_total = '{}' then p_known.created_total
            else switchboard._add_sources(p_known.created_total, p_more.created_total)
        end
    )::switchboard.queue_tallies;
end
$$;
comment on function switchboard._add_tallies is 'The sum of two tallies of one label; either may be null.';
revoke all on function switchboard._add_tallies from public;
