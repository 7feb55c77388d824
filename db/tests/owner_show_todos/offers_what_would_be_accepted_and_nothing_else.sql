-- behaviour 6, 2.10: in every state, under a live and a revoked endpoint, the actions offered are those that the functions accept.
begin;
select plan(30);

select tests.human() as h \gset
select tests.endpoint() as e \gset
select tests.endpoint('gone') as gone \gset
create temp table cases (state text, id text) on commit drop;
insert into cases
select s, tests.todo_in(:'e', s)
from unnest(array[
    'pending', 'claimed', 'lapsed', 'done', 'failed', 'dead_letter', 'canceled', 'rejected', 'input-required', 'auth-required'
]) as s;
insert into cases select 'due', tests.todo_in(:'e', 'failed');
update switchboard.todos as t set next_retry_at = now() - interval '1 second' from cases as c where c.id = t.id and c.state = 'due';
insert into cases select 'last lapsed', tests.claimed(:'e', '1 microsecond', p_max_attempts => 1);
insert into cases select 'kept', tests.todo(:'e', p_assignee => 'agent:somebody');
insert into cases select 'mine', tests.todo(:'e');
select (switchboard.owner_claim(:'h', c.id)).id as mine from cases as c where c.state = 'mine' \gset
insert into cases select 'gone, done', tests.todo_in(:'gone', 'done');
select tests.todo(:'gone') as dead \gset
select switchboard.revoke_endpoint(:'gone') as n \gset
insert into cases values ('gone, dead', :'dead');
insert into cases select 'gone, claimed by hand', tests.todo(:'e');
update switchboard.todos as t set endpoint_id = :'gone' from cases as c where c.id = t.id and c.state = 'gone, claimed by hand';

create function pg_temp.accepts(p_human_id uuid, p_id text, p_action text) returns boolean
language plpgsql
as $$
begin
    begin
        execute format('select switchboard.%I($1, $2)', 'owner_' || p_action) using p_human_id, p_id;
        raise exception using errcode = 'P0099';
    exception
        when sqlstate 'P0099' then return true;
        when sqlstate 'SB409' then return false;
    end;
end
$$;
create temp table accepted on commit drop as
select
    c.state,
    c.id,
    coalesce(array_agg(a.action order by a.place) filter (where pg_temp.accepts(:'h', c.id, a.action)), '{}') as actions
from cases as c
cross join unnest(array['claim', 'complete', 'fail', 'extend', 'release', 'retry', 'cancel']) with ordinality as a (action, place)
group by c.state, c.id;
grant select on accepted to public;

set session authorization tests_server;
select is(s.actions, a.actions, a.state)
from accepted as a
cross join lateral switchboard.owner_show_todos(:'h', array[a.id]) as s
order by a.state;
reset session authorization;
-- The walk is worth something only if it met both answers for each action.
select
    ok(
        exists (select from accepted as x where a.action = any(x.actions))
        and exists (select from accepted as x where a.action <> all(x.actions)),
        a.action || ' is offered somewhere and not everywhere'
    )
from unnest(array['claim', 'complete', 'fail', 'extend', 'release', 'retry', 'cancel']) as a (action);
select is((select count(*) from accepted), 17::bigint, 'every case was met');
select is(actions, '{complete,fail,extend,release,cancel}'::text[], 'a lease of my own') from accepted where state = 'mine';
select is(actions, '{cancel}'::text[], 'a lease of an agent') from accepted where state = 'claimed';
select is(actions, '{}'::text[], 'a dead letter that nobody could claim') from accepted where state = 'gone, dead';
select is(actions, '{claim,retry}'::text[], 'a retry that is due') from accepted where state = 'due';
select is(actions, '{retry}'::text[], 'a parked retry') from accepted where state = 'failed';

select * from finish();
rollback;
