-- behaviour [51], [93], cases S47: no read gives the token's digest, the session, the endpoint id or a credential away.
begin;
select plan(6);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.todo(:'e') as id \gset
select from switchboard.claim(:'e', :'id', p_session => 'the-session', p_lease_token_hash => sha256('right'));
create temp table secrets (secret text);
insert into secrets values ('the-session'), (encode(sha256('right'), 'hex')), (encode(sha256('first'), 'hex')), (:'e');
grant select on secrets to public;

set session authorization tests_server;
create temp table answers (name text, answer text);
insert into answers
select 'get_todo', d::text || to_jsonb(d) from switchboard.get_todo(:'e', :'id') as d
union all
select 'list_attempts', a::text || to_jsonb(a) from switchboard.list_attempts(:'e', :'id') as a
union all
select 'list_todos', t::text || to_jsonb(t) from switchboard.list_todos(:'e') as t
union all
select 'owner_get_todo', d::text || to_jsonb(d) from switchboard.owner_get_todo(:'h', :'id') as d
union all
select 'owner_list_todos', t::text || to_jsonb(t) from switchboard.owner_list_todos(:'h') as t;
select is((select count(*) from secrets as s where strpos(a.answer, s.secret) > 0), 0::bigint, a.name)
from answers as a order by a.name;
select is(
    (select count(*) from switchboard.list_endpoints() as l cross join secrets as s where strpos(to_jsonb(l)::text, s.secret) > 0),
    1::bigint,
    'list_endpoints holds the endpoint''s id alone'
);
reset session authorization;

select * from finish();
rollback;
