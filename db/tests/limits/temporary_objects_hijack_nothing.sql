-- cases B1.1: temporary tables, functions and operators with our names, first in the caller's path, are not used.
begin;
select plan(3);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset

set session authorization tests_agent;
create temporary table todos (id text, endpoint_id uuid, queue text, state text);
create temporary table todo_attempts (todo_id text, seq bigint);
create temporary table endpoints (id uuid, verbs text[]);
create temporary table settings (key text, value text);
create function pg_temp.clock_timestamp() returns timestamptz language sql as $$ select 'epoch'::timestamptz $$;
create function pg_temp.never(text, text) returns boolean language sql as $$ select false $$;
-- In a block, since sqlfluff cannot read the statement.
do $$ begin create operator pg_temp.= (leftarg = text, rightarg = text, function = pg_temp.never); end $$;
set search_path = pg_temp, switchboard, pg_catalog, tap;
select c.state as claimed from switchboard.claim(:'e', :'id') as c \gset
select c.state as final from switchboard.complete(:'e', :'id') as c \gset
reset search_path;
reset session authorization;

select is(array[:'claimed', :'final'], '{claimed,done}', 'the verbs did their work');
select ok(t.completed_at > now(), 'by the real clock') from tests.row(:'id') as t;
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
