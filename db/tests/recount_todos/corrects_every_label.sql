-- the issue: one row for each label that is wrong, __other__ among them; events that wait are not counted twice.
begin;
select plan(3);

select tests.endpoint('first', array['a', 'b', 'c', '__other__']) as e \gset
select tests.todo(:'e', q) from unnest(array['a', 'a', 'b', 'c', '__other__']) as q;
select switchboard.relay_events(3);
delete from switchboard.todos where queue in ('b', '__other__');
update switchboard.todos set state = 'rejected' where queue = 'c';

set session authorization tests_operator;
select is(switchboard.recount_todos(), 3::bigint, 'three were wrong');
reset session authorization;
select switchboard.relay_events();
select results_eq(
    'select queue collate "C", pending from switchboard.queue_metrics() order by queue',
    $$values ('__other__' collate "C", 0::bigint), ('a', 2), ('b', 0), ('c', 0)$$, 'the numbers'
);
select is_empty('select tests.violations()', 'no invariant is broken');

select * from finish();
rollback;
