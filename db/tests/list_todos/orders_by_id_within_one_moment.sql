-- contract 1.3: todos of one moment come in a fixed order, so that pages neither lose nor repeat any.
begin;
select plan(1);

select tests.endpoint() as e \gset
select tests.freeze() as now \gset
create temp table made as select tests.todo(:'e') as id from generate_series(1, 5);
grant select on made to public;

set session authorization tests_agent;
select results_eq(
    format(
        $$with recursive pages (id, n) as (
            select (select max(id) from switchboard.list_todos(%1$L, p_limit => 1)), 1
            union all
            select (select max(id) from switchboard.list_todos(%1$L, p_before => p.id, p_limit => 1)), p.n + 1
            from pages as p where p.id is not null
        )
        select id from pages where id is not null order by n$$,
        :'e'
    ),
    $$select id from made order by id desc$$,
    'page by page comes every todo, once'
);
reset session authorization;

select * from finish();
rollback;
