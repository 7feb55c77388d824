-- behaviour [9], 2.3: held, interrupted, parked, finished, and a lapsed lease at the last attempt are SB409; nothing changes.
begin;
select plan(18);

select tests.endpoint() as e \gset
select tests.human() as h \gset
create temp table cases as
select
    c.*,
    tests.snapshot(c.id) as was
from (
    select
        s as name,
        tests.todo_in(:'e', s) as id
    from
        unnest(array[
            'claimed', 'input-required', 'auth-required', 'failed', 'dead_letter', 'done', 'canceled', 'rejected'
        ]) as s
    union all
    select
        'lapsed at the last attempt' as name,
        tests.claimed(:'e', '1 microsecond', p_max_attempts => 1) as id
) as c;
grant select on cases to public;

set session authorization tests_server;
select throws_ok(format('select from switchboard.owner_claim(%L, %L)', :'h', id), 'SB409', null, name) from cases order by name;
reset session authorization;

select is(tests.snapshot(id), was, name || ': nothing changed') from cases order by name;

select * from finish();
rollback;
