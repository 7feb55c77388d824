-- contract 1.1: wrong state, wrong holder, wrong, missing and surplus token are one constant SB409, so that it does not tell
-- whether a todo is fenced.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.claimed(:'e', p_token => sha256('right')) as fenced \gset
select tests.claimed(:'e') as unfenced \gset
select tests.todo(:'e') as held_by_human \gset
select switchboard.owner_claim(:'h', :'held_by_human') \gset

set session authorization tests_agent;
create temporary table refusals as
select tests.refusal(format('select switchboard.%s(%L, %L, p_lease_token_hash => %L)', v.verb, :'e', c.id, c.token)) as told
from unnest('{heartbeat,complete,fail,release}'::text[]) as v (verb)
cross join (
    values (:'fenced', sha256('wrong')), (:'fenced', null), (:'unfenced', sha256('any')), (:'held_by_human', null),
    (tests.todo(:'e'), null), (tests.todo_in(:'e', 'done'), null)
) as c (id, token);
insert into refusals select tests.refusal(format('select switchboard.claim(%L, %L)', :'e', :'unfenced'));
reset session authorization;

select is(count(distinct r.told), 1::bigint, 'all refusals are one text') from refusals as r;
select alike(min(r.told), 'SB409 | %', 'which is a conflict') from refusals as r;

select * from finish();
rollback;
