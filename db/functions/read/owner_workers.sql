-- who calls: the Board; reads only
-- errors: SB401
create or replace function switchboard.owner_workers(p_human_id uuid) returns setof switchboard.worker
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
begin
    perform switchboard._authorise_human(p_human_id);
    return query
    select
        r.queue,
        r.claimant,
        r.claimer_kind,
        r.endpoint_slug,
        count(*) filter (where r.mark = 'open'),
        count(*) filter (where r.mark <> 'open'),
        count(*) filter (where r.mark = 'failed'),
        count(*) filter (where r.mark = 'died'),
        max(r.seen_at) as last_seen_at
    from switchboard._recent_attempts(p_human_id, switchboard._now() - interval '24 hours') as r
    group by r.queue, r.claimant, r.claimer_kind, r.endpoint_slug
    order by last_seen_at desc, r.queue asc, r.claimant asc, r.endpoint_slug asc
    limit 200;
end
$$;
comment on function switchboard.owner_workers is
'Who works, or did within 24 hours, by queue, claimant label and endpoint, latest sign of life first, at most 200:
attempts now open (working), ended, failed and died among the newest 500 of each endpoint, and the last claim, heartbeat or report.';
revoke all on function switchboard.owner_workers from public;
grant execute on function switchboard.owner_workers to switchboard_shim;
