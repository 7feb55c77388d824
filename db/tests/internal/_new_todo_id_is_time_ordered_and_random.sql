-- contract 1.3: td_ and at least 26 characters, ordered by creation to the microsecond, at least 64 random bits.
begin;
select plan(5);

select matches(switchboard._new_todo_id(now()), '^td_[0-9a-f]{30}$', 'form');
select is(
    (
        select array_agg(t order by switchboard._new_todo_id(t) collate "C")
        from (
            select '2025-01-01 00:00:00+00'::timestamptz + n * interval '1 microsecond' as t
            from generate_series(0, 999) as n
            order by n
        ) as s
    ),
    (
        select array_agg('2025-01-01 00:00:00+00'::timestamptz + n * interval '1 microsecond' order by n)
        from generate_series(0, 999) as n
    ),
    'the order of ids is that of times'
);
select cmp_ok(
    switchboard._new_todo_id('1970-01-01 00:00:01+00') collate "C",
    '<',
    switchboard._new_todo_id('2999-01-01 00:00:00+00') collate "C",
    'over centuries'
);
select is(
    (select count(distinct right(switchboard._new_todo_id('2025-01-01 00:00:00+00'), 16)) from generate_series(1, 10000)),
    10000::bigint,
    'no two random parts alike'
);
-- Four bits a digit: each of the 16 digits takes each of the 16 values.
select is(
    (
        select count(distinct p.n || substr(i.id, p.n, 1))
        from (select right(switchboard._new_todo_id(now()), 16) as id from generate_series(1, 1000)) as i
        cross join generate_series(1, 16) as p (n)
    ),
    256::bigint,
    'every digit is random'
);

select * from finish();
rollback;
