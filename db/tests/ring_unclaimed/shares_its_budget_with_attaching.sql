-- behaviour 4, [115]: a ring at an attach counts as one of the five, and the next reminder waits from it.
begin;
select plan(5);

select tests.endpoint() as e \gset
select tests.todo(:'e') as id \gset
select tests.freeze(created_at + interval '1 minute') from tests.row(:'id');
set session authorization tests_shim;
select is(todo_id, :'id', 'at the attach, however young') from switchboard.ring_attached(:'e');
reset session authorization;

select tests.freeze(rang_at + interval '19 minutes') from switchboard.todo_rings;
set session authorization tests_operator;
select is(switchboard.ring_unclaimed(), 0::bigint, 'not 5 minutes after the creation');
reset session authorization;
select tests.freeze(rang_at + interval '20 minutes') from switchboard.todo_rings;
select is(switchboard.ring_unclaimed(), 1::bigint, 'but 20 minutes after the attach');
update switchboard.todo_rings set rings = 5;
select tests.travel('10 days');
select is(switchboard.ring_unclaimed(), 0::bigint, 'five are enough');
select is_empty(format('select from switchboard.ring_attached(%L)', :'e'), 'for both');

select * from finish();
rollback;
