-- behaviour [12], 2.9: done, canceled, rejected and dead letters stay byte for byte; so does all of other endpoints.
begin;
select plan(10);

select tests.endpoint() as e \gset
select tests.endpoint('second') as e2 \gset
create temp table cases as
select
    c.*,
    tests.snapshot(c.id) as was
from (
    select
        s as name,
        tests.todo_in(:'e', s) as id
    from unnest(array['done', 'canceled', 'rejected', 'dead_letter']) as s
    union all
    select
        'elsewhere ' || s as name,
        tests.todo_in(:'e2', s) as id
    from unnest(array['pending', 'claimed', 'failed', 'input-required']) as s
) as c;

set session authorization tests_operator;
select is(switchboard.revoke_endpoint(:'e'), 0, 'no attempt was open');
reset session authorization;

select is(tests.snapshot(id), was, name || ': nothing changed') from cases order by name;
select is(revoked_at, null, 'the other endpoint is live') from switchboard.endpoints where id = :'e2';

select * from finish();
rollback;
