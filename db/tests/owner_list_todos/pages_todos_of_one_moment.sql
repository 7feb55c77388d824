-- Todos of one moment, of several states and endpoints, are paged by id: none twice, none left out.
begin;
select plan(2);

select tests.human() as h \gset
select tests.endpoint() as e \gset
select tests.endpoint('second') as e2 \gset
insert into switchboard.todos (id, endpoint_id, queue, title, state, created_at)
select
    'td_' || lpad(n::text, 3, '0'), case when n % 3 = 0 then :'e2' else :'e' end::uuid, 'q', 't',
    (array['pending', 'done', 'failed', 'canceled'])[1 + n % 4], now()
from generate_series(1, 50) as n;

create function pg_temp.walk(p_human_id uuid, p_filter text) returns text[]
language plpgsql
as $$
declare
    v_seen text[] := '{}';
    v_page text[];
begin
    loop
        select coalesce(array_agg(l.id), '{}') into v_page
        from switchboard.owner_list_todos(p_human_id, p_filter, p_before => v_seen[cardinality(v_seen)], p_limit => 7) as l;
        exit when v_page = '{}';
        v_seen := v_seen || v_page;
    end loop;
    return v_seen;
end
$$;
select is(pg_temp.walk(:'h', 'all'), array(select id from switchboard.todos order by id desc), 'all of them');
select is(
    pg_temp.walk(:'h', 'dead_letter'), array(select id from switchboard.todos where state = 'failed' order by id desc),
    'dead letters'
);

select * from finish();
rollback;
