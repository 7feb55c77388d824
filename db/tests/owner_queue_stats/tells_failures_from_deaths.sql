-- board "3 of the last 20 attempts died without a report": of the newest 20 of a queue that ended within a day, how many failed or died.
-- What was called off from outside says nothing of the work or the workers.
begin;
select plan(5);

select tests.human() as h \gset
select tests.endpoint('first', '{q,p}') as e \gset
select tests.endpoint('second') as e2 \gset
select tests.endpoint('other', p_human => 'bob') as foreign_e \gset
create function pg_temp.recent(p_human uuid) returns text
language sql
as $do$
    select string_agg(concat_ws(' ', s.queue, s.recent, s.recent_failed, s.recent_died), ', ' order by s.queue)
    from switchboard.owner_queue_stats(p_human) as s
$do$;
select tests.todo_in(:'foreign_e', 'dead_letter'), tests.todo_in(:'e', 'canceled'), tests.todo_in(:'e', 'claimed');
select is(pg_temp.recent(:'h'), 'p 0 0 0, q 0 0 0', 'nothing yet');

select tests.todo_in(:'e', s) from unnest(array['done', 'failed', 'dead_letter']) as s;
select tests.todo_in(:'e2', s) from unnest(array['failed', 'lapsed']) as s;
select tests.todo_in(:'e', 'lapsed') as taken \gset
select switchboard.claim(:'e', :'taken');
select switchboard.release(:'e', :'taken');
select switchboard.reap_expired();
select is(pg_temp.recent(:'h'), 'p 0 0 0, q 7 3 2', 'over both endpoints');

-- Deaths go first, then failures: the newest count.
select tests.todo_in(:'e', 'done') from generate_series(1, 17);
select is(pg_temp.recent(:'h'), 'p 0 0 0, q 20 0 2', 'the newest 20 of 24');
select tests.todo_in(:'e2', 'failed') from generate_series(1, 19);
select is(pg_temp.recent(:'h'), 'p 0 0 0, q 20 19 0', 'of whichever endpoint');
select tests.travel('25 hours');
select is(pg_temp.recent(:'h'), 'p 0 0 0, q 0 0 0', 'a day later');

select * from finish();
rollback;
