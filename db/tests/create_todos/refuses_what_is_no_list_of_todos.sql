-- contract 1.1, 1.3: another shape, an unknown name or a value of another type is SB400, and the value is not echoed.
begin;
select plan(37);

select tests.endpoint() as e \gset

set session authorization tests_producer;
create temporary table refusals as
select
    b.todos,
    tests.refusal(format('select switchboard.create_todos(%L, %L)', :'e', b.todos)) as told
from (
    values (null), ('null'), ('{}'), ('"secret"'), ('1'), ('true'), ('[null]'), ('["secret"]'), ('[[]]'),
    ('[{"queue": "q", "title": "t", "secret": 1}]'), ('[{"queue": "q", "title": "t", "p_kind": "secret"}]'),
    ('[{"title": "secret"}]'), ('[{"queue": "q", "payload": "secret"}]'), ('[{"queue": ["secret"], "title": "t"}]'),
    ('[{"queue": "q", "title": 1}]'), ('[{"queue": "q", "title": "t", "max_attempts": "secret"}]'),
    ('[{"queue": "q", "title": "t", "max_attempts": 1.5}]'), ('[{"queue": "q", "title": "t", "max_attempts": 1e400}]')
) as b (todos);
select alike(r.told, 'SB400 | %', 'refused: ' || coalesce(r.todos, 'SQL null')) from refusals as r;
select unalike(r.told, '%secret%', 'not echoed: ' || coalesce(r.todos, 'SQL null')) from refusals as r;
reset session authorization;

select is_empty('select from switchboard.todos', 'nothing was added');

select * from finish();
rollback;
