-- behaviour [59]: when the prior attempts cannot be read the claim succeeds with an empty list; a canceled query is not swallowed
-- (cases C11).
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
select tests.claimed(:'e') as again \gset
select switchboard.release(:'e', :'again') \gset
create or replace function switchboard._attempts_json(p_todo_id text, p_first_seq bigint, p_last_seq bigint) returns jsonb
language plpgsql
as $$ begin raise exception using errcode = current_setting('tests.errcode'); end $$;

create function pg_temp.is_canceled(p_call text) returns boolean language plpgsql
as $$ begin execute p_call; return false; exception when query_canceled then return true; end $$;

select
    set_config('tests.errcode', 'data_corrupted', true) as errcode,
    set_config('client_min_messages', 'error', true) as messages
\gset
set session authorization tests_agent;
select is(c.prior_attempts, '[]', 'claimed with an empty list') from switchboard.claim(:'e', :'again') as c;
select set_config('tests.errcode', 'query_canceled', true) as errcode \gset
select lives_ok(format('select switchboard.claim(%L, %L)', :'e', :'id'), 'a first claim reads no history');
select switchboard.release(:'e', :'again') \gset
select ok(pg_temp.is_canceled(format('select switchboard.claim(%L, %L)', :'e', :'again')), 'a canceled claim is no claim');
reset session authorization;

select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
