-- board "attempts as small marks": oldest first, at most 12, deaths apart from failures; and the claimant of the newest.
begin;
select plan(8);

select tests.endpoint() as e \gset
select tests.human() as h \gset
create temp table cases as
select
    s as name,
    tests.todo_in(:'e', s) as id
from unnest(array['pending', 'claimed', 'done', 'failed', 'canceled', 'input-required']) as s;
grant select on cases to public;
-- One of each, with 20 deaths before.
select tests.todo(:'e', p_max_attempts => 99) as id \gset
select from generate_series(1, 20) as n cross join lateral switchboard.claim(:'e', :'id', '1 microsecond', 'w' || n);
select switchboard.reap_expired();
select switchboard.claim(:'e', :'id');
select switchboard.release(:'e', :'id');
select switchboard.claim(:'e', :'id');
select switchboard.fail(:'e', :'id');
select from switchboard.owner_retry(:'h', :'id');
select from switchboard.claim(:'e', :'id', null, 'the last');

set session authorization tests_server;
select
    is(
        s.marks,
        array['died', 'died', 'died', 'died', 'died', 'died', 'died', 'died', 'died', 'released', 'failed', 'open'],
        'the newest 12 of 23'
    )
from switchboard.owner_show_todos(:'h', array[:'id']) as s;
select results_eq(
    format('select claimant, attempt, attempts_total from switchboard.owner_show_todos(%L, array[%L])', :'h', :'id'),
    $$values ('the last', 1, 23::bigint)$$,
    'the newest claimant, and how many there were'
);
select is(s.marks, c.marks, c.name)
from (
    values
    ('pending', '{}'::text[]),
    ('claimed', '{open}'),
    ('done', '{completed}'),
    ('failed', '{failed}'),
    ('canceled', '{called_off}'),
    ('input-required', '{open}')
) as c (name, marks)
inner join cases as k on c.name = k.name
cross join lateral switchboard.owner_show_todos(:'h', array[k.id]) as s;
reset session authorization;

select * from finish();
rollback;
