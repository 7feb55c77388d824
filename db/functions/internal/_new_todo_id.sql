-- Ids sort by creation and tell nothing about volume: 56 bits of microseconds, then 64 random bits.
create or replace function switchboard._new_todo_id(p_created_at timestamptz) returns text
language sql
volatile
as $$
    select
        'td_'
        || pg_catalog.lpad(pg_catalog.to_hex((extract(epoch from p_created_at) * 1000000)::bigint), 14, '0')
        || pg_catalog.right(r.id, 12) || pg_catalog.left(r.id, 4)
    from (select pg_catalog.gen_random_uuid()::text as id) as r
$$;
comment on function switchboard._new_todo_id is 'A new todo id for a todo created at p_created_at.';
revoke all on function switchboard._new_todo_id from public;
