-- board "actions that apply": what is offered is exactly what the owner's functions accept, in every state, under every endpoint.
begin;
select plan(67);

select tests.human() as h \gset
create temp table doors as
select
    slug,
    tests.endpoint(slug) as e
from unnest(array['live', 'revoked', 'expired']) as slug;
create temp table cases (door text, name text, id text);

insert into cases
select
    d.slug,
    s,
    tests.todo_in(d.e, s)
from doors as d cross join unnest(array[
    'pending', 'claimed', 'lapsed', 'failed', 'dead_letter', 'done', 'canceled', 'rejected', 'input-required', 'auth-required'
]) as s;
insert into cases
select
    d.slug,
    c.name,
    case c.how
        when 'fenced' then tests.claimed(d.e, p_token => sha256('right'))
        when 'lapsed' then tests.claimed(d.e, '1 microsecond', p_max_attempts => 1)
        when 'failed' then tests.todo_in(d.e, 'failed')
        else tests.todo(d.e, p_max_attempts => case c.name when 'yours, lapsed, last' then 1 else 5 end, p_assignee => c.assignee)
    end
from doors as d
cross join (
    values
    ('fenced', 'fenced', null),
    ('lapsed, last', 'lapsed', null),
    ('due', 'failed', null),
    ('kept for you', 'new', 'op:' || tests.human()),
    ('kept for another', 'new', 'agent:' || gen_random_uuid()),
    ('yours', 'new', null),
    ('yours, kept for you', 'new', 'op:' || tests.human()),
    ('yours, lapsed', 'new', null),
    ('yours, lapsed, last', 'new', null),
    ('yours, done', 'new', null),
    ('yours, released', 'new', null),
    ('yours, failed', 'new', null)
) as c (name, how, assignee);
select from cases as c
cross join lateral switchboard.owner_claim(:'h', c.id, case when c.name like '%lapsed%' then interval '1 microsecond' end)
where c.name like 'yours%';
select from cases as c cross join lateral switchboard.owner_complete(:'h', c.id) where c.name = 'yours, done';
select from cases as c cross join lateral switchboard.owner_release(:'h', c.id) where c.name = 'yours, released';
select from cases as c cross join lateral switchboard.owner_fail(:'h', c.id) where c.name = 'yours, failed';
update switchboard.todos set next_retry_at = now() where id in (select id from cases where name = 'due');
select from doors as d cross join lateral switchboard.revoke_endpoint(d.e) where d.slug = 'revoked';
-- And the sweep has not come by.
update switchboard.endpoints set expires_at = now() where slug = 'expired';
grant select on cases to public;

-- Tries each, and takes it back.
create function pg_temp.accepted(p_human_id uuid, p_id text) returns text[]
language plpgsql
as $do$
declare
    v_action text;
    v_accepted text[] := '{}';
begin
    foreach v_action in array array['claim', 'complete', 'fail', 'extend', 'release', 'retry', 'cancel'] loop
        begin
            execute format('select from switchboard.owner_%s(%L, %L)', v_action, p_human_id, p_id);
            raise exception using errcode = 'UNDO1';
        exception
            when sqlstate 'UNDO1' then
                v_accepted := v_accepted || v_action;
            when sqlstate 'SB409' then
                null;
        end;
    end loop;
    return v_accepted;
end
$do$;

set session authorization tests_server;
select is(s.actions, pg_temp.accepted(:'h', c.id), c.door || ': ' || c.name)
from cases as c left join switchboard.owner_show_todos(:'h', array(select k.id from cases as k)) as s on c.id = s.id
order by c.door, c.name;
reset session authorization;

-- So that the comparison cannot hold for want of anything to compare.
select results_eq(
    $$select distinct unnest(pg_temp.accepted(tests.human(), id)) as action from cases order by action$$,
    $$values ('cancel'), ('claim'), ('complete'), ('extend'), ('fail'), ('release'), ('retry')$$,
    'each is accepted somewhere'
);

select * from finish();
rollback;
