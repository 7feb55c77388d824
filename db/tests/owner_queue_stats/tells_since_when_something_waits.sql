-- board "oldest claimable", "Nothing has claimed for 42 min": the oldest pending todo, kept ones too, and the newest claim within a day.
begin;
select plan(7);

select tests.human() as h \gset
select tests.endpoint('first', '{q,p,idle}') as e \gset
select tests.endpoint('second', '{q}') as e2 \gset
select tests.endpoint('other', '{q,p}', p_human => 'bob') as foreign_e \gset
create function pg_temp.stats(p_human uuid) returns text
language sql
as $do$
    select string_agg(
        concat_ws(
            ' ', s.queue, coalesce(to_char(s.oldest_claimable_at at time zone 'UTC', 'DD HH24:MI'), '-'),
            coalesce(to_char(s.last_claimed_at at time zone 'UTC', 'DD HH24:MI'), '-')
        ), ', ' order by s.queue
    )
    from switchboard.owner_queue_stats(p_human) as s
$do$;

select tests.freeze('2025-03-30 10:00+00') as now \gset
select tests.todo(:'foreign_e'), tests.todo_in(:'foreign_e', 'claimed');
select is(pg_temp.stats(:'h'), 'idle - -, p - -, q - -', 'what happens to others is not told');
select tests.freeze('2025-03-30 10:10+00') as now \gset
select tests.todo(:'e2', 'q') as first_id \gset
select tests.todo(:'e', 'p', p_assignee => 'op:' || :'h') as kept \gset
select tests.freeze('2025-03-30 10:20+00') as now \gset
select tests.todo(:'e', 'q'), tests.todo(:'e', 'p');
select is(pg_temp.stats(:'h'), 'idle - -, p 30 10:10 -, q 30 10:10 -', 'over all endpoints');
select tests.freeze('2025-03-30 10:30+00') as now \gset
select switchboard.claim(:'e2', :'first_id');
select is(pg_temp.stats(:'h'), 'idle - -, p 30 10:10 -, q 30 10:20 30 10:30', 'a claim that is open');
select tests.freeze('2025-03-30 10:40+00') as now \gset
select switchboard.complete(:'e2', :'first_id');
select is(pg_temp.stats(:'h'), 'idle - -, p 30 10:10 -, q 30 10:20 30 10:30', 'one that has ended');
select tests.freeze('2025-03-30 10:50+00') as now \gset
select tests.todo_in(:'e2', 'input-required');
select is(pg_temp.stats(:'h'), 'idle - -, p 30 10:10 -, q 30 10:20 30 10:50', 'one that was interrupted');
select from switchboard.todos as t cross join lateral switchboard.owner_cancel(:'h', t.id) where t.state = 'input-required';
select tests.freeze('2025-03-31 10:49+00') as now \gset
select is(pg_temp.stats(:'h'), 'idle - -, p 30 10:10 -, q 30 10:20 30 10:50', 'after most of a day');
select tests.freeze('2025-03-31 10:51+00') as now \gset
select is(pg_temp.stats(:'h'), 'idle - -, p 30 10:10 -, q 30 10:20 -', 'a day after the last one ended');

select * from finish();
rollback;
