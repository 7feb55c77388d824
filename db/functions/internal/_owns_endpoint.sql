create or replace function switchboard._owns_endpoint(p_human_id uuid, p_endpoint_id uuid) returns boolean
language sql
stable
as $$
    select exists(
        select 1
        from switchboard.endpoints as e
        inner join switchboard.agents as a on e.agent_id = a.id
        where e.id = p_endpoint_id and a.human_id = p_human_id
    )
$$;
comment on function switchboard._owns_endpoint is 'Whether an endpoint belongs to one of the human''s agents.';
revoke all on function switchboard._owns_endpoint from public;
