-- cases E3: todos of every state and history, a revoked and an expired endpoint: no finding, not even a warning.
begin;
select plan(2);

select tests.endpoint() as e \gset
select tests.human() as h \gset
select tests.endpoint('second', p_human => 'bob') as e2 \gset
create temp table made as
select tests.todo_in(e, s) as id
from unnest(array[:'e', :'e2']::uuid[]) as e
cross join unnest(array[
    'pending', 'claimed', 'lapsed', 'done', 'failed', 'dead_letter', 'canceled', 'rejected', 'input-required', 'auth-required'
]) as s;
-- Released at the last attempt: the one way to be pending at the cap.
select tests.claimed(:'e', p_max_attempts => 1) as released \gset
select from switchboard.release(:'e', :'released');
select tests.todo(:'e') as board \gset
select from switchboard.owner_claim(:'h', :'board', '24 hours');
select tests.todo_in(:'e', 'dead_letter') as retried \gset
select from switchboard.owner_retry(:'h', :'retried');
select switchboard.revoke_endpoint(:'e2') as n \gset
select tests.travel('40 seconds');
select count(*) as n from switchboard.sweep() \gset

set session authorization tests_operator;
select is_empty('select * from switchboard.doctor()', 'no finding for an operator');
set session authorization tests_reader;
select is_empty('select * from switchboard.doctor()', 'none for a reader');
reset session authorization;

select * from finish();
rollback;
