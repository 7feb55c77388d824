-- contract 1.3: where many todos were created at one moment, over states and endpoints, each filter's pages show each of its todos once.
begin;
select plan(30);

select tests.human() as h \gset
select tests.endpoint('first') as e \gset
select tests.endpoint('second') as e2 \gset
create temp table made as
select
    s as state,
    tests.todo_in(e, s) as id
from unnest(array[:'e', :'e2']::uuid[]) as e
cross join unnest(array[
    'pending', 'claimed', 'failed', 'dead_letter', 'done', 'canceled', 'rejected', 'input-required', 'auth-required',
    'pending', 'dead_letter', 'done', 'failed'
]) as s;
-- Two moments, so that each is left and entered in the middle of a page, too.
update switchboard.todos set created_at = timestamptz '2025-01-01' + interval '1 day' * (state in ('pending', 'done'))::integer;
grant select on made to public;

create function pg_temp.pages(p_human uuid, p_filter text, p_limit integer) returns setof text
language plpgsql
as $do$
declare
    v_ids text[];
    v_last text;
begin
    loop
        v_ids := array(
            select l.id from switchboard.owner_list_todos(p_human, p_filter, p_before => v_last, p_limit => p_limit) as l
        );
        return query select unnest(v_ids);
        exit when v_ids = '{}' or v_ids[p_limit] is null;
        v_last := v_ids[p_limit];
    end loop;
end
$do$;

set session authorization tests_server;
select
    results_eq(
        format('select * from pg_temp.pages(%L, %L, %s)', :'h', f, n),
        format(
            $$select id from made
        where %1$L = 'all' or state = %1$L or (%1$L = 'failed' and state = 'dead_letter')
        order by state in ('pending', 'done') desc, id desc$$, f
        ),
        f || ' by ' || n
    )
from
    unnest(array[
        'all', 'pending', 'claimed', 'failed', 'dead_letter', 'done', 'input-required', 'auth-required', 'canceled', 'rejected'
    ]) as f
cross join unnest(array[1, 2, 3]) as n;
reset session authorization;

select * from finish();
rollback;
