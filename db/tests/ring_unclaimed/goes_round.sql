-- behaviour 4, [113]: over several calls no endpoint is two rings ahead of another, whatever the age of its todos.
begin;
select plan(6);

select tests.endpoint('e' || n, p_human => 'h' || n) from generate_series(1, 5) as n;
select tests.todo(e.id) from switchboard.endpoints as e cross join generate_series(1, 3);
update switchboard.todos set created_at = now() - interval '1 hour';
update switchboard.todos as t set created_at = now() - interval '2 days' from switchboard.endpoints as e
where t.endpoint_id = e.id and e.slug = 'e3';
create temp table turns (turn integer, slug text, number integer) on commit drop;
prepare turn as
insert into turns
select
    $1,
    e.slug,
    count(r.todo_id)
from switchboard.endpoints as e
inner join switchboard.todos as t on e.id = t.endpoint_id
left join switchboard.todo_rings as r on t.id = r.todo_id
group by e.slug;

select tests.travel('1 second');
select is(switchboard.ring_unclaimed(), 3::bigint, 'the first');
execute turn (1);
select tests.travel('2 seconds');
select is(switchboard.ring_unclaimed(), 3::bigint, 'the second');
execute turn (2);
select tests.travel('3 seconds');
select is(switchboard.ring_unclaimed(), 3::bigint, 'the third');
execute turn (3);
select tests.travel('4 seconds');
select is(switchboard.ring_unclaimed(), 3::bigint, 'the fourth');
execute turn (4);
select tests.travel('5 seconds');
select is(switchboard.ring_unclaimed(), 3::bigint, 'the last');
execute turn (5);

select is_empty('select from turns group by turn having max(number) - min(number) > 1', 'even at every turn');

select * from finish();
rollback;
