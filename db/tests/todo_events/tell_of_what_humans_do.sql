-- contract 1.3, owners: the Board's transitions write the same events.
begin;
select plan(2);

select tests.endpoint() as e \gset
select id as human from switchboard.humans \gset
select array_agg(tests.todo(:'e')) as ids from generate_series(1, 4) \gset
select switchboard.owner_claim(:'human', id) from unnest(:'ids'::text[]) as id;
select switchboard.owner_complete(:'human', (:'ids'::text[])[1]);
select switchboard.owner_fail(:'human', (:'ids'::text[])[2]);
select switchboard.owner_release(:'human', (:'ids'::text[])[3]);
select switchboard.owner_cancel(:'human', (:'ids'::text[])[4]);
select switchboard.owner_create_todo(:'human', :'e', 'q', 'mine');

select results_eq(
    'select event, outcome from switchboard.todo_events where id > 0 order by id offset 8',
    $$values
        ('completed', 'completed'), ('failed', 'failed'), ('released', 'released'), ('canceled', 'canceled'),
        ('created', null)$$,
    'in order'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
