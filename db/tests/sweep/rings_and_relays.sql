-- the issue: sweep() also rings and relays, and a part that fails stops neither.
begin;
select plan(4);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
select tests.travel('10 minutes');
create or replace function switchboard.reap_expired(p_limit integer default 1000) returns setof switchboard.todo_row
language plpgsql as $$ begin raise exception 'broken'; end $$;
set local client_min_messages = error;

select results_eq(
    'select reaped, requeued, pruned, expired, relayed from switchboard.sweep()',
    'values (null::bigint, 0::bigint, 0::bigint, 0::bigint, 1::bigint)', 'the counts'
);
select is(rings, 1, 'rung') from switchboard.todo_rings;
create or replace function switchboard.relay_events(p_limit integer default 1000) returns bigint
language plpgsql as $$ begin raise exception 'broken'; end $$;
create or replace function switchboard.ring_unclaimed(p_limit integer default 3) returns bigint
language plpgsql as $$ begin raise exception 'broken'; end $$;
select tests.todo_in(:'e', 'failed') as parked \gset
select tests.travel('1 hour');
select results_eq(
    'select reaped, requeued, pruned, expired, relayed from switchboard.sweep()',
    'values (null::bigint, 1::bigint, 0::bigint, 0::bigint, null::bigint)', 'the others go on'
);
select is(count(*), 4::bigint, 'the events wait') from switchboard.todo_events;

select * from finish();
rollback;
