-- behaviour 5: a source of another form, or beyond the first 20 of a queue, counts as __other__.
begin;
select plan(3);

select tests.endpoint() as e \gset
select switchboard.create_todo(:'e', 'q', 't', p_source => s)
from unnest(array['ci', 'ci', 'a b', 'Ä', 'UPPER', repeat('x', 32), repeat('x', 33), null, '__other__']) as s;
select is(
    created_total, jsonb_build_object('ci', 2, repeat('x', 32), 1, '__other__', 6), 'by form'
) from switchboard.queue_metrics();
select switchboard.relay_events();
select switchboard.create_todo(:'e', 'q', 't', p_source => 's' || lpad(n::text, 2, '0')) from generate_series(1, 30) as n;
select is(count(k.source), 20::bigint, '20 names at most')
from switchboard.queue_metrics() as q cross join lateral jsonb_object_keys(q.created_total) as k (source);
select switchboard.relay_events();
select is(
    array[(created_total ->> 's17')::int, (created_total ->> '__other__')::int, (created_total ->> 'ci')::int], array[1, 19, 2],
    'the others are added up'
) from switchboard.queue_metrics();

select * from finish();
rollback;
