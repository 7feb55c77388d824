-- contract 1.3: failed finds parked retries and dead letters, in one order of time and over pages; dead_letter finds the latter alone.
begin;
select plan(4);

select tests.human() as h \gset
create temp table made as
select
    s as state,
    tests.todo_in(e, s) as id
from tests.endpoint() as e
cross join unnest(array['dead_letter', 'failed', 'pending', 'failed', 'dead_letter', 'dead_letter', 'failed', 'done']) as s;
select switchboard.owner_claim(:'h', tests.todo(id)) from switchboard.endpoints;
grant select on made to public;

set session authorization tests_server;
select
    results_eq(
        format(
            $$with recursive pages (id, n) as (
            select (select id from switchboard.owner_list_todos(%1$L, %2$L, p_limit => 1)), 1
            union all
            select (select id from switchboard.owner_list_todos(%1$L, %2$L, p_before => p.id, p_limit => 1)), p.n + 1
            from pages as p where p.id is not null
        )
        select id from pages where id is not null order by n$$,
            :'h', filter
        ),
        format('select id from made where state = any(%L) order by id desc', states),
        filter
    )
from (values ('failed', '{failed,dead_letter}'), ('dead_letter', '{dead_letter}')) as c (filter, states);
select bag_eq(
    format('select dead_letter from switchboard.owner_list_todos(%L, ''failed'')', :'h'),
    'select state = ''dead_letter'' from made where state in (''failed'', ''dead_letter'')',
    'each says which it is'
);
-- A retry that is parked again has left the dead letters.
reset session authorization;
select switchboard.owner_retry(:'h', id) from made where state = 'dead_letter';
select is_empty(format('select from switchboard.owner_list_todos(%L, ''dead_letter'')', :'h'), 'none is left after a retry');

select * from finish();
rollback;
