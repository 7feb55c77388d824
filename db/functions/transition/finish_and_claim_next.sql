-- transition: claimed -> done | failed | pending, and pending | claimed (lapsed) | failed (due) -> claimed
-- who calls: the holder, who goes on with the next todo
-- locks: the todo that ends (waits), then the next one (skips locked ones, never waits)
-- tables: todo_attempts (update, insert, delete over the cap), todos (update), todo_events (insert)
-- errors: SB401, SB403, SB404, SB400, SB409
create or replace function switchboard.finish_and_claim_next(
    p_endpoint_id uuid,
    p_todo_id text,
    p_outcome text,
    p_result jsonb default null,
    p_summary text default null,
    p_artifact text default null,
    p_lease_token_hash bytea default null,
    p_summary_from_result boolean default false,
    p_queues text[] default null,
    p_lease_ttl interval default null,
    p_claimant text default null,
    p_session text default null,
    p_next_lease_token_hash bytea default null
) returns setof switchboard.claimed_todo
language plpgsql
volatile
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_verb text := case p_outcome when 'completed' then 'complete' when 'failed' then 'fail' when 'released' then 'release' end;
    v_caller switchboard.caller := switchboard._authorise(p_endpoint_id, 'claim_next');
    v_todo switchboard.todo_row;
    v_now timestamptz;
    v_queues text[];
    v_request switchboard.lease_request;
    v_report switchboard.report;
    v_claimed switchboard.claimed_todo;
begin
    perform switchboard._authorise(p_endpoint_id, coalesce(v_verb, 'claim_next'));
    v_todo := switchboard._lock_todo(v_caller, p_todo_id);
    v_now := switchboard._now();
    v_queues := switchboard._granted_queues(v_caller, p_queues);
    if v_verb is null then
        perform switchboard._raise_invalid('outcome', 'must be completed, failed or released');
    end if;
    if v_verb = 'release' and p_result is not null then
        perform switchboard._raise_invalid('result', 'must be null for a release');
    end if;
    perform switchboard._check_json('result', p_result);
    v_report := switchboard._report(
        p_summary, p_artifact, case when p_summary_from_result then p_result end
    );
    perform switchboard._check_hash('lease_token_hash', p_lease_token_hash);
    v_request := switchboard._lease_request(v_caller, p_lease_ttl, p_claimant, p_session, p_next_lease_token_hash);
    perform switchboard._check_holder(v_todo, v_caller.owner, p_lease_token_hash);
    if v_verb = 'complete' then
        perform switchboard._complete(v_todo, v_now, p_result, v_report);
    elsif v_verb = 'fail' then
        perform switchboard._fail(v_todo, v_now, p_result, v_report);
    else
        perform switchboard._release(v_todo, v_now, v_report);
    end if;
    v_claimed := switchboard._take_next(v_queues, switchboard._now(), v_request);
    if v_claimed.id is not null then
        return next v_claimed;
    end if;
end
$$;
comment on function switchboard.finish_and_claim_next is
'Ends a held todo as complete, fail or release would (p_outcome: completed, failed, released) and claims the next one as claim_next
would, in one commit; no row when there is nothing more to do. A refusal of either changes nothing.
p_result, p_summary, p_artifact, p_lease_token_hash, p_summary_from_result: of the report; no result for a release.
p_queues, p_lease_ttl, p_claimant, p_session, p_next_lease_token_hash: of the claim. Needs the report''s verb and claim_next.
A todo that is released may be the next one again.';
revoke all on function switchboard.finish_and_claim_next from public;
grant execute on function switchboard.finish_and_claim_next to switchboard_shim, switchboard_agent;
