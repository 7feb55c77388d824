-- board "search": a search that is cut short goes on from its end, and so finds each todo once, however little it looks at at a time,
-- however long its pages are, and however many todos share a moment.
begin;
select plan(1);

select tests.human() as h \gset
select tests.endpoint('first', '{q,p}') as e \gset
select tests.endpoint('second', '{q,p}') as e2 \gset
select tests.endpoint('other', p_human => 'bob') as foreign_e \gset
select tests.todo_in(e, s)
from unnest(array[:'e', :'e2']::uuid[]) as e
cross join unnest(array['pending', 'failed', 'dead_letter', 'done', 'claimed', 'dead_letter', 'pending', 'done']) as s;
select tests.todo(e, q, p_title => 'a fish')
from unnest(array[:'e', :'e2']::uuid[]) as e cross join unnest(array['q', 'p', 'p']) as q;
-- Four moments, the first and the last of them with one todo alone.
with numbered as (select id, row_number() over (order by title = 'a fish', id) as n from switchboard.todos)

update switchboard.todos as t
set created_at = timestamptz '2025-01-01' + case when n.n = 1 then 0 when n.n = 22 then 3 else 1 + (n.n % 2) end * interval '1 day'
from numbered as n
where t.id = n.id;
select tests.todo(:'foreign_e', p_title => 'a fish') from generate_series(1, 3);

-- What a client sees that asks on: below the last of a full page, otherwise below the end of what was looked at.
create function pg_temp.found(
    p_human uuid, p_filter text, p_search text, p_queue text, p_endpoint uuid, p_limit integer, p_examine integer
) returns text[]
language plpgsql
as $do$
declare
    v_ids text[];
    v_all text[] := '{}';
    v_before text;
    v_asked integer := 0;
begin
    loop
        v_asked := v_asked + 1;
        if v_asked > 200 then
            return array['never ends'];
        end if;
        v_ids := array(
            select l.id
            from switchboard.owner_list_todos(p_human, p_filter, p_search, p_queue, p_endpoint, v_before, p_limit, p_examine) as l
        );
        v_all := v_all || v_ids;
        v_before := coalesce(v_ids[p_limit], switchboard.owner_search_end(p_human, p_filter, p_endpoint, v_before, p_examine));
        exit when v_before is null;
    end loop;
    return v_all;
end
$do$;

set session authorization tests_server;
select is_empty(
    format(
        $$select f, s, q, e, n, x, pg_temp.found(%1$L, f, s, q, e, n, x) as found
        from unnest(array['all', 'pending', 'failed', 'dead_letter', 'done']) as f
        cross join (values ('fish', null), ('todo', null), (null, 'p'), ('fish', 'p'), ('nothing', null)) as c (s, q)
        cross join unnest(array[null, %2$L]::uuid[]) as e
        cross join unnest(array[2, 200]) as n
        cross join unnest(array[1, 2, 5, 13, 21, 22, 10000]) as x
        where pg_temp.found(%1$L, f, s, q, e, n, x)
        is distinct from array(select l.id from switchboard.owner_list_todos(%1$L, f, s, q, e) as l)$$,
        :'h', :'e2'
    ),
    'all that a whole search finds, in its order'
);
reset session authorization;

select * from finish();
rollback;
