-- behaviour [82]: complete and fail without a result clear what an earlier attempt left.
begin;
select plan(4);

select tests.endpoint() as e \gset
create temporary table retried as
select
    v.verb,
    tests.todo_in(:'e', 'failed') as id
from unnest('{complete,fail}'::text[]) as v (verb);
grant select on retried to public;
select tests.travel('1 minute') \gset
select count(switchboard.claim(:'e', r.id)) as n from retried as r \gset
select is(t.result, '{"ok": false}', 'the claim before ' || r.verb || ' left the result')
from retried as r
cross join lateral tests.row(r.id) as t;

set session authorization tests_agent;
select count(switchboard.complete(:'e', r.id)) as n from retried as r where r.verb = 'complete' \gset
select count(switchboard.fail(:'e', r.id)) as n from retried as r where r.verb = 'fail' \gset
reset session authorization;

select is(t.result, null, r.verb || ' without a result cleared it')
from retried as r
cross join lateral tests.row(r.id) as t;

select * from finish();
rollback;
