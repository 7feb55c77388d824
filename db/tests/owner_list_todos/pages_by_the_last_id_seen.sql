-- contract 1.3: p_before answers what is older than that todo, over all endpoints, also when times are equal.
begin;
select plan(1);

select tests.human() as h \gset
select tests.freeze() as now \gset
create temp table made as
select tests.todo(e) as id
from tests.endpoint('first') as e cross join generate_series(1, 3)
union all
select tests.todo(e) as id
from tests.endpoint('second') as e cross join generate_series(1, 2);
grant select on made to public;

set session authorization tests_server;
select results_eq(
    format(
        $$with recursive pages (id, n) as (
            select (select id from switchboard.owner_list_todos(%1$L, p_limit => 1)), 1
            union all
            select (select id from switchboard.owner_list_todos(%1$L, p_before => p.id, p_limit => 1)), p.n + 1
            from pages as p where p.id is not null
        )
        select id from pages where id is not null order by n$$,
        :'h'
    ),
    $$select id from made order by id desc$$,
    'page by page comes every todo, once'
);
reset session authorization;

select * from finish();
rollback;
