-- behaviour [117]: whichever part fails, it alone answers null, and all the others do their work.
begin;
select plan(1);

select tests.endpoint() as e \gset
select tests.endpoint('short') as short \gset
update switchboard.endpoints set expires_at = now() + interval '1 hour' where id = :'short';
select tests.todo_in(:'e', s) from unnest(array['lapsed', 'failed']) as s;
select tests.todo_in(:'e', 'done') as done \gset
update switchboard.todos set updated_at = now() - interval '31 days' where id = :'done';
select tests.todo(:'e') as waiting \gset
select switchboard.relay_events();
select tests.travel('2 hours');
set local client_min_messages = error;

-- What sweep() answers and how often it rang when that part fails; then all is undone.
create function pg_temp.swept_without(p_part text) returns text
language plpgsql
as $do$
declare
    v_counts switchboard.sweep_counts;
begin
    execute format(
        'create or replace function switchboard.%s language plpgsql as %L', p_part, 'begin raise exception ''planted''; end'
    );
    v_counts := switchboard.sweep();
    raise exception using errcode = 'UNDO1', message = format(
        'reaped %s, requeued %s, pruned %s, expired %s, relayed %s, rang %s', v_counts.reaped, v_counts.requeued, v_counts.pruned,
        v_counts.expired, v_counts.relayed, (select count(*) from switchboard.todo_rings)
    );
exception when sqlstate 'UNDO1' then
    return sqlerrm;
end
$do$;

-- Pending for long enough to ring: the one that waits, and those that were reaped and requeued.
select results_eq(
    $$select pg_temp.swept_without(p) from unnest(array[
        'expire_endpoints(p_limit integer default 100) returns bigint',
        'reap_expired(p_limit integer default 1000) returns setof switchboard.todo_row',
        'requeue_due_retries(p_limit integer default 1000) returns setof switchboard.todo_row',
        'prune_todos(p_limit integer default 10000) returns bigint',
        'ring_unclaimed(p_limit integer default 3) returns bigint',
        'relay_events(p_limit integer default 1000) returns bigint'
    ]) as p$$,
    $$values
        ('reaped 1, requeued 1, pruned 1, expired , relayed 3, rang 3'),
        ('reaped , requeued 1, pruned 1, expired 1, relayed 2, rang 2'),
        ('reaped 1, requeued , pruned 1, expired 1, relayed 2, rang 2'),
        ('reaped 1, requeued 1, pruned , expired 1, relayed 2, rang 3'),
        ('reaped 1, requeued 1, pruned 1, expired 1, relayed 3, rang 0'),
        ('reaped 1, requeued 1, pruned 1, expired 1, relayed , rang 3')$$,
    'expire, reap, requeue, prune, ring, relay'
);

select * from finish();
rollback;
