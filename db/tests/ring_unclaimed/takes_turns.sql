-- behaviour 4, [113] [114]: 3 at a call, one of each endpoint before any second, whoever waited longest first; also under plans that read
-- inner sides again.
begin;
select plan(4);

select tests.endpoint('e' || n, p_human => 'h' || n) from generate_series(1, 5) as n;
select tests.todo(e.id) from switchboard.endpoints as e cross join generate_series(1, 3);
update switchboard.todos set created_at = now() - interval '1 hour';
update switchboard.todos as t set created_at = now() - interval '2 hours' from switchboard.endpoints as e
where t.endpoint_id = e.id and e.slug in ('e1', 'e2', 'e3');
set local enable_hashjoin = off;
set local enable_mergejoin = off;
set local enable_material = off;

select is(switchboard.ring_unclaimed(), 3::bigint, 'three');
select results_eq(
    $$select e.slug from switchboard.todo_rings as r join switchboard.todos as t on t.id = r.todo_id
    join switchboard.endpoints as e on e.id = t.endpoint_id order by e.slug$$,
    $$values ('e1' collate "C"), ('e2'), ('e3')$$, 'the oldest, one of each'
);
select switchboard.ring_unclaimed();
select results_eq(
    $$select e.slug, count(*) from switchboard.todo_rings as r join switchboard.todos as t on t.id = r.todo_id
    join switchboard.endpoints as e on e.id = t.endpoint_id where e.slug in ('e4', 'e5') group by e.slug order by e.slug$$,
    $$values ('e4' collate "C", 1::bigint), ('e5', 1)$$, 'then those that had none'
);
select switchboard.ring_unclaimed(100);
select is(count(*), 15::bigint, 'each todo once') from switchboard.todo_rings where rings = 1;

select * from finish();
rollback;
