-- contract 1.2, 1.3: the same row, attempt and lease as a claim by id.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.freeze() as now \gset
select tests.todo(:'e') as by_id \gset

set session authorization tests_agent;
create temporary table answers as
select to_jsonb(c) - 'id' as answer from switchboard.claim(:'e', :'by_id', '1 minute', 'me', 'session', sha256('right')) as c;
select tests.todo(:'e') as as_next \gset
insert into answers
select to_jsonb(c) - 'id' as answer from switchboard.claim_next(:'e', '{q}', '1 minute', 'me', 'session', sha256('right')) as c;
reset session authorization;

select is(count(distinct a.answer), 1::bigint, 'the answers are equal') from answers as a;
select is(
    (select to_jsonb(a) - 'todo_id' as attempt from tests.attempts(:'as_next') as a),
    (select to_jsonb(a) - 'todo_id' as attempt from tests.attempts(:'by_id') as a),
    'the attempts are equal'
);

select * from finish();
rollback;
